/** Sends a response, mutated or not. */
import type { ServerResponse } from 'node:http';
import type { Answer, TokenAnswer } from './answers';
import { redirectTo } from './honest';
import type { Draft } from './tokens';

interface SenderOptions {
  mint(draft: Draft): string;
  /** Called with every token string that is sent. */
  handOut(token: string): void;
}

type Sender = (res: ServerResponse, answer: Answer, form: URLSearchParams) => void;

export function createSender({ mint, handOut }: SenderOptions): Sender {
  function tokensOf({ body, idToken, accessToken }: TokenAnswer): Record<string, unknown> {
    const tokens = {
      ...(accessToken === null ? {} : { access_token: mint(accessToken) }),
      ...(idToken === null ? {} : { id_token: mint(idToken) }),
    };
    Object.values(tokens).forEach(handOut);
    if (typeof body['refresh_token'] === 'string') handOut(body['refresh_token']);
    return { ...body, ...tokens };
  }

  function bodyOf(answer: Answer): unknown {
    const isRefusal = 'body' in answer && 'error' in answer.body;
    if (answer.status >= 400) return isRefusal ? answer.body : { error: 'server_error' };
    switch (answer.at) {
      case 'discovery':
        return answer.body;
      case 'jwks':
        return { keys: answer.keys };
      case 'userinfo':
        return answer.claims;
      case 'code':
      case 'refresh':
        return tokensOf(answer);
      case 'authorize':
      case 'revocation':
      case 'end_session':
        return '';
    }
  }

  return (res, answer, form) => {
    if (answer.write) {
      answer.write(res);
      return;
    }
    res.statusCode = answer.status;
    res.setHeader('cache-control', 'no-store');
    if (answer.at === 'authorize' && answer.status < 400) {
      res.setHeader('location', redirectTo(form.get('redirect_uri'), answer.params));
    }
    // Without a return address the provider shows its own page.
    if (answer.at === 'end_session' && !form.has('post_logout_redirect_uri')) res.statusCode = 200;
    else if (answer.at === 'end_session' && answer.status < 400) {
      const state = form.get('state');
      const params = state === null ? {} : { state };
      res.setHeader('location', redirectTo(form.get('post_logout_redirect_uri'), params));
    }
    const body = answer.rawBody ?? bodyOf(answer);
    res.setHeader('content-type', 'application/json');
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
