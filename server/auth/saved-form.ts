/**
 * Preserves a form whose post failed because the session had ended (AUTH-05). Its fields are stored sealed until the
 * customer has signed in again. No passwords, tokens or files; at most 64 kB; for half an hour. They are returned once,
 * only on their own page and only to the customer of that session.
 * An anonymous client could fill the store. So forms without a known session are limited to 4 kB each, three a minute
 * per network and forty in total.
 */
import type { Request, Response } from 'express';
import { z } from 'zod';
import { isSecretField } from '../http/forms/secret-field';
import type { AuthParts } from './auth-parts';
import type { SavedForm } from './session-view';
import { hashOf, randomId } from './session/seal';

const maxBytes = 64 * 1024;
const ofStrangers = { maxBytes: 4 * 1024, perNetwork: 3, perMinute: 40 };
const minuteMs = 60_000;
const maxFields = 500;
const ttlSeconds = 1_800;

const Kept = z.object({
  action: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  owner: z.string().nullable(),
  fileMissing: z.boolean().default(false),
});

export interface SavedForms {
  /** Resolves to false when there is nothing to store or it exceeds the limits. */
  keep(
    response: Response,
    form: {
      action: string;
      fields: Iterable<readonly [string, unknown]>;
      fileMissing: boolean;
      /** Owner of the ended session; null when unknown. */
      owner: string | null;
      network: string;
    },
  ): Promise<boolean>;
  take(
    request: Request,
    response: Response,
    page: { path: string; owner: string },
  ): Promise<SavedForm | null>;
}

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

export function createSavedForms(
  parts: Pick<AuthParts, 'cookies' | 'keyValueStore' | 'seal' | 'clock'>,
): SavedForms {
  const { cookies, keyValueStore, seal, clock } = parts;
  const keyOf = (id: string): string => `form:${hashOf(id)}`;
  const ownerHash = (owner: string): string => hashOf(`form-owner|${owner}`);

  let minute = { startedAt: -Infinity, kept: 0, byNetwork: new Map<string, number>() };
  /** Counts a form that was posted without a known session; false when a limit for such forms is reached. */
  function strangerMay(network: string): boolean {
    const now = clock.now().getTime();
    if (Math.abs(now - minute.startedAt) >= minuteMs)
      minute = { startedAt: now, kept: 0, byNetwork: new Map() };
    const ofNetwork = minute.byNetwork.get(network) ?? 0;
    if (minute.kept >= ofStrangers.perMinute || ofNetwork >= ofStrangers.perNetwork) return false;
    minute.kept += 1;
    minute.byNetwork.set(network, ofNetwork + 1);
    return true;
  }

  return {
    async keep(response, { action, fields, fileMissing, owner, network }) {
      const kept = [...fields].flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && !isSecretField(name) ? [[name, value]] : [],
      );
      const text = JSON.stringify({
        action,
        fields: kept,
        fileMissing,
        owner: owner === null ? null : ownerHash(owner),
      });
      const most = owner === null ? ofStrangers.maxBytes : maxBytes;
      const tooMuch = kept.length > maxFields || Buffer.byteLength(text) > most;
      if (kept.length === 0 || tooMuch || response.headersSent) return false;
      if (owner === null && !strangerMay(network)) return false;
      const id = randomId();
      const key = keyOf(id);
      await keyValueStore.write(key, seal.close(key, text), { version: null, ttlSeconds });
      cookies.set(response, cookies.savedForm, id, ttlSeconds);
      return true;
    },

    async take(request, response, { path, owner }) {
      const id = cookies.read(request, cookies.savedForm);
      if (id === null) return null;
      const key = keyOf(id);
      const found = await keyValueStore.read(key);
      const text = found && seal.open(key, found.value);
      const parsed = text === null ? null : Kept.safeParse(JSON.parse(text));
      if (parsed?.success && pathOf(parsed.data.action) !== pathOf(path)) return null;
      await keyValueStore.delete(key);
      if (!response.headersSent) cookies.clear(response, cookies.savedForm);
      if (!parsed?.success) return null;
      const { action, fields, fileMissing, owner: from } = parsed.data;
      return from === null || from === ownerHash(owner) ? { action, fields, fileMissing } : null;
    },
  };
}
