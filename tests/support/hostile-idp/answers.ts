/** Prepared responses of the hostile provider. A mutation changes a response in place before it is sent. */
import type { ServerResponse } from 'node:http';
import type { Draft } from './tokens';

export type Endpoint =
  | 'discovery'
  | 'jwks'
  | 'authorize'
  | 'code'
  | 'refresh'
  | 'userinfo'
  | 'revocation'
  | 'end_session';

interface Delivery {
  status: number;
  delayMs: number;
  /** The provider sends the response once this promise has resolved; null for at once. */
  until: Promise<void> | null;
  /**
   * `lost-request`: the connection breaks before the provider acts. `lost-answer`: it breaks afterwards. `hang`: the
   * provider acts and never responds.
   */
  fate: 'delivered' | 'lost-request' | 'lost-answer' | 'hang';
  /** Body that the provider sends instead of the normal one; null for the normal body. */
  rawBody: string | null;
  /** Writes any bytes instead of the response; null for the normal response. */
  write: ((response: ServerResponse) => void) | null;
}

/** `code` and `refresh` are the two calls of the token endpoint. */
export type TokenAnswer = Delivery & {
  at: 'code' | 'refresh';
  /** Members besides the tokens: `token_type`, `expires_in`, `refresh_token`, or an error. */
  body: Record<string, unknown>;
  idToken: Draft | null;
  accessToken: Draft | null;
};
type PlainAnswer = Delivery &
  (
    | { at: 'discovery'; body: Record<string, unknown> }
    | { at: 'jwks'; keys: Record<string, unknown>[] }
    | { at: 'authorize'; params: Record<string, string> }
    | { at: 'userinfo'; claims: Record<string, unknown> }
    | { at: 'revocation' }
    | { at: 'end_session' }
  );
export type Answer = PlainAnswer | TokenAnswer;
type AnswerAt<E extends Endpoint> = E extends 'code' | 'refresh'
  ? TokenAnswer
  : Extract<PlainAnswer, { at: E }>;
export type Mutation = (answer: Answer) => void;

export const delivered = (status = 200): Delivery => ({
  status,
  delayMs: 0,
  until: null,
  fate: 'delivered',
  rawBody: null,
  write: null,
});

const isAt = <E extends Endpoint>(
  answer: Answer,
  endpoint: E,
): answer is Extract<Answer, AnswerAt<E>> => answer.at === endpoint;

/** Limits a mutation to one endpoint. */
export const at =
  <E extends Endpoint>(endpoint: E, change: (answer: AnswerAt<E>) => void): Mutation =>
  (answer) => {
    if (isAt(answer, endpoint)) change(answer);
  };

/** A mutation of the ID token in the response to a code. */
export const idToken = (change: (draft: Draft) => void): Mutation =>
  at('code', (answer) => {
    if (answer.idToken !== null) change(answer.idToken);
  });
