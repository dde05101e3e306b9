import { describe, expect, it } from 'vitest';
import { answerScan } from './scan-lines.server';

const asked = (suspended: boolean): Promise<Response> =>
  answerScan({
    request: new Request('https://shop.example/fr/scan/lines', { method: 'POST', body: '{}' }),
    params: {},
    context: { session: { kind: 'guest', suspended } } as unknown as Parameters<
      typeof answerScan
    >[0]['context'],
  });

describe('scanned lines without a session', () => {
  it('CART-11 answerScan returns 401 after the session ended and 503 while the identity provider is unavailable', async () => {
    expect((await asked(false)).status).toBe(401);
    expect((await asked(true)).status).toBe(503);
  });
});
