/** Calls the ERP without a session: an existing call returns 401, a missing one what contract section 2.1 describes. */
import type { RootLog } from '../../observe/logger';
import type { Caller } from '../caller';
import type { AskCall } from './capabilities';
import { refusalOf } from './erp-refusal';

const patienceMs = 3_000;
const reference = 'survey';

const isMethod = (word: string | undefined): word is 'GET' | 'POST' | 'PUT' | 'DELETE' =>
  word === 'GET' || word === 'POST' || word === 'PUT' || word === 'DELETE';

export function askAnonymously(
  caller: Caller,
  erpUrl: string,
  acceptLanguage: string,
  log: Pick<RootLog, 'child'>,
): AskCall {
  const base = erpUrl.replace(/(?<!\/)\/*$/, '/');
  return async ({ call }) => {
    const [method, path = ''] = call.split(' ');
    if (!isMethod(method)) return null;
    const answer = await caller.send({
      operation: call,
      method,
      url: base + path,
      timeoutMs: patienceMs,
      stream: false,
      headers: { accept: 'application/json', 'accept-language': acceptLanguage },
      ...(method === 'GET' ? {} : { body: { kind: 'json', text: '{}' } as const }),
      log: log.child({ reference }),
      reference,
      customerRef: null,
      uncounted: true,
    });
    // HTML instead of JSON means that the ERP runs without its database, which does not show whether the call exists.
    if (answer.json === undefined && answer.status >= 300) return null;
    return { status: answer.status, detail: refusalOf(answer)?.detail ?? '' };
  };
}
