import type { FieldState } from '~/base/ui/form/field';
import type { RegistrationFields } from '../registration-form';

/** The fields of the form as conform provides them. */
export type Fields = Readonly<Record<keyof RegistrationFields, FieldState>>;
