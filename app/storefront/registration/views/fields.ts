import type { FieldState } from '~/base/ui/form/field';
import type { RegistrationFields } from '../registration-form';

/** The form fields of the registration, as the form library conform provides them. */
export type Fields = Readonly<Record<keyof RegistrationFields, FieldState>>;
