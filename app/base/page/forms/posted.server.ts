/** Reads posted forms, and rejects a body that no form of the shop sends. */
import { withoutDirectionMarks } from '../../../../server/direction-marks';
import { kindOf } from '../../../../server/http/forms/body-kind';
import { isSecretField } from '../../../../server/http/forms/secret-field';

export const badRequest = (): Response =>
  new Response(null, { status: 400, statusText: 'Bad Request' });

type Fields = URLSearchParams | FormData;

/** Copies the form's fields, and removes bidirectional control characters from texts; passwords stay as typed. */
export function cleanForm<Form extends Fields>(form: Form, into: Form): Form {
  for (const [name, value] of form as Iterable<[string, string]>)
    into.append(
      name,
      typeof value === 'string' && !isSecretField(name) ? withoutDirectionMarks(value) : value,
    );
  return into;
}

export async function postedFields(request: Request): Promise<URLSearchParams> {
  if (kindOf(request.headers.get('content-type')) !== 'form') throw badRequest();
  return cleanForm(new URLSearchParams(await request.text()), new URLSearchParams());
}
