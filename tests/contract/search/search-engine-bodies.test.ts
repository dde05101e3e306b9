/** Every body that contract/search.md marks is accepted unchanged by every available engine (section 7). */
import { z } from 'zod';
import { adaptIndexBody } from '../../../tools/index/engine-body';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asSearchBody,
  contractBodies,
  indexOf,
} from '../../support/search-fixture/contract-bodies';
import { engines, LoadedEngine, LOADING_MS } from '../../support/search-fixture/engine';

const bodies = contractBodies();

const IndexBodyShape = z.looseObject({
  settings: z.record(z.string(), z.unknown()).default({}),
  mappings: z.record(z.string(), z.unknown()),
});

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'bodies');
    }, LOADING_MS);
    afterAll(() => engine.stop());

    describe('SRCH-01 bodies of the search contract', () => {
      if (!bodies) {
        it.skip('skipped: ../shared/contract/search.md is missing next to the checkout', () =>
          undefined);
        return;
      }
      const searches = bodies.filter((body) => body.kind !== 'index');
      it.each(searches.map((body) => [`${body.kind} ${body.name}`, body] as const))(
        'SRCH-01 the contract’s search body %s is accepted unchanged',
        async (_name, body) => {
          const answer = await engine.search(indexOf(body), asSearchBody(body));
          if (body.name === 'P16' && !(kind.scripts && engine.hasVectors)) {
            expect(answer.status).toBe(400);
            return;
          }
          expect(answer.body).not.toHaveProperty('error');
          expect(answer.status).toBe(200);
          expect(answer.body._shards.failed).toBe(0);
        },
      );

      it.each(
        bodies.filter((body) => body.kind === 'index').map((body) => [body.name, body] as const),
      )('SRCH-01 the index body of %s creates an index', async (name, body) => {
        const index = engine.alias(`contract_${name}`);
        const response = await fetch(`${engine.url}/${index}`, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(adaptIndexBody(IndexBodyShape.parse(body.json), engine.product)),
        });
        expect(response.status).toBe(200);
        const removed = await fetch(`${engine.url}/${index}`, { method: 'DELETE' });
        expect(removed.status).toBe(200);
      });
    });
  });
}
