import type { FieldState } from '~/base/ui/form/field';
import type { RegistrationFields } from '../registration-form';

/** The fields of the form as conform gives them. */
export type Fields = Readonly<Record<keyof RegistrationFields, FieldState>>;
