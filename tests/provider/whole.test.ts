/**
 * The short form of `npm run proof -- whole`: the deployment of compose.yaml with the Keycloak and Elasticsearch of the
 * test run. Orders in Chromium without and with script while an instance and Redis die, and a deploy of another build.
 */
import { rmSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { findBrowser } from '../../tools/browser';
import { isKept, proveSet, type Verdict } from '../../load/deployment/prove';
import { missingForSet } from '../../load/deployment/servers';
import { findLiveNode } from '../support/elasticsearch/node';
import { renamedBuild } from '../support/renamed-build';

const keycloak = inject('keycloakUrl');
const browser = await findBrowser();
const lacking =
  (await missingForSet()) ?? (keycloak === null ? 'no Keycloak runs' : (browser ?? 'no browser'));
const isLacking = lacking !== browser;
const why = isLacking ? ` (skipped: ${lacking})` : '';

const promised: Verdict = {
  orders: 2,
  wanted: 2,
  requests: 300,
  failed: 3,
  edits: 60,
  unexpected: [],
  faceless: 0,
  doubled: 0,
  lost: 0,
  signedOut: 0,
  stops: [],
};

describe('OPS-05 the complete deployment', () => {
  it.skipIf(isLacking)(
    `orders succeed while an instance and Redis die and a build is deployed; conformance accepts a token of the provider${why}`,
    async () => {
      const node = await findLiveNode();
      if (typeof node === 'string') throw new Error(node);
      const next = renamedBuild();
      process.env['CHROMIUM_PATH'] = browser ?? '';
      try {
        const verdict = await proveSet({
          short: true,
          products: 60,
          next,
          readMs: 300,
          given: { search: node.url, identity: keycloak ?? '' },
        });
        expect(verdict.unexpected, verdict.unexpected.slice(0, 3).join('; ')).toEqual([]);
        const { orders, wanted, faceless, doubled, lost, signedOut, stops } = promised;
        expect(verdict).toMatchObject({
          orders,
          wanted,
          faceless,
          doubled,
          lost,
          signedOut,
          stops,
        });
        expect(verdict.edits).toBeGreaterThan(10);
        expect(isKept(verdict)).toBe(true);
      } finally {
        await node.stop();
        rmSync(next, { recursive: true, force: true });
      }
    },
  );

  it('expected failures while a server is down are accepted', () => {
    expect(isKept(promised)).toBe(true);
  });

  it.each([
    { orders: 1 },
    { requests: 0 },
    { unexpected: ['home: 503'] },
    { faceless: 1 },
    { doubled: 1 },
    { lost: 1 },
    { signedOut: 1 },
    { stops: ['the token is not taken'] },
  ])('%j is an unexpected failure', (change) => {
    expect(isKept({ ...promised, ...change })).toBe(false);
  });
});
