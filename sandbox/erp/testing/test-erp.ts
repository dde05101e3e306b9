/** One running ERP for a test file, with callers for the people of the small world. */
import { startErp, type ErpServer, type ErpServerOptions } from '../server';
import { AUDIENCE, TOKEN_SECRET, httpCaller, tokenFor, type Caller } from './client';
import { SMALL_WORLD } from './small-world';

export const NOW = new Date('2026-03-10T09:00:00Z');
export const CONTROL_KEY = 'key of the tests';

export interface TestErp extends ErpServer {
  as(person: 'anne' | 'bert' | 'student' | 'carla' | 'joris', language?: string): Caller;
  guest(language?: string): Caller;
}

export async function startTestErp(options: Partial<ErpServerOptions> = {}): Promise<TestErp> {
  const server = await startErp({
    world: SMALL_WORLD,
    now: () => NOW,
    tokenSecret: TOKEN_SECRET,
    audience: AUDIENCE,
    controlKey: CONTROL_KEY,
    ...options,
  });
  return {
    ...server,
    as: (person, language = 'en') =>
      httpCaller(server.url, {
        authorization: `Bearer ${tokenFor(`${person}@practice.example`, NOW.getTime())}`,
        'accept-language': language,
      }),
    guest: (language = 'en') => httpCaller(server.url, { 'accept-language': language }),
  };
}
