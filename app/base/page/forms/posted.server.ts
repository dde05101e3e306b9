/** What a plain form posted; anything else is no form of ours. */
import { withoutDirectionMarks } from '../../../../server/direction-marks';
import { kindOf } from '../../../../server/http/forms/body-kind';
import { isSecretField } from '../../../../server/http/forms/secret-field';

export const badRequest = (): Response =>
  new Response(null, { status: 400, statusText: 'Bad Request' });

type Fields = URLSearchParams | FormData;

/** The same form, its texts without direction marks; a password stays what was typed. */
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
