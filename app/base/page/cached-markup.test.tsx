import { describe, expect, it } from 'vitest';
import { cachedMarkup, cachedParts } from './cached-markup.server';
import type { PageRequest } from './page';

const page = {
  locale: 'fr',
  t: (key: string) => key,
  context: {
    site: { tags: { fr: 'fr-BE' }, origin: '', version: '', brand: {} },
    session: { kind: 'customer', customer: { canOrder: true } },
    erp: { offers: () => true },
    clock: { now: () => new Date(0) },
    requestId: '',
  },
} as unknown as PageRequest;

/** Renders lines and counts how many it rendered. */
function counted(options: { mostBytes?: number } = {}) {
  let drawn = 0;
  const draw = cachedMarkup((line: { name: string; quantity: number }) => {
    drawn += 1;
    return (
      <li>
        {line.name} {line.quantity}
      </li>
    );
  }, options);
  return { draw, drawn: () => drawn };
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, position) => ({ name: `<${position}>`, quantity: 2 }));

describe('cachedMarkup', () => {
  it('P-75 cachedMarkup renders each line of a list once, and then renders only changed lines again', () => {
    for (const count of [10, 100, 500]) {
      const { draw, drawn } = counted();
      const first = draw(page, '/fr/cart', lines(count));
      expect(drawn()).toBe(count);
      expect(draw(page, '/fr/cart', lines(count))).toBe(first);
      expect(drawn()).toBe(count);
      const changed = lines(count).with(3, { name: '<3>', quantity: 5 });
      const second = draw(page, '/fr/cart', changed);
      expect(drawn()).toBe(count + 1);
      expect(second).toBe(first.replace('<li>&lt;3&gt; 2</li>', '<li>&lt;3&gt; 5</li>'));
    }
  });

  it('P-63 cachedMarkup keeps the cache within its size limit', () => {
    const { draw, drawn } = counted({ mostBytes: 500 });
    draw(page, '/fr/cart', lines(100));
    draw(page, '/fr/cart', lines(100));
    expect(drawn()).toBe(200);
    // With its cache key, this line has about 400 characters of two bytes each.
    const long = counted({ mostBytes: 500 });
    const line = { name: '’'.repeat(180), quantity: 1 };
    long.draw(page, '/fr/cart', [line]);
    long.draw(page, '/fr/cart', [line]);
    expect(long.drawn()).toBe(2);
  });

  it('P-75 P-63 cachedParts renders each part once per entry and language and never mixes parts', () => {
    const drawn: string[] = [];
    const part =
      (name: string) =>
      ({ entry }: { entry: { is: number } }) => {
        drawn.push(`${name} ${entry.is}`);
        return <b>{`${name} ${entry.is}`}</b>;
      };
    const [one, two] = [part('one'), part('two')];
    const dutch = {
      ...page,
      locale: 'nl',
      context: { ...page.context, site: { tags: { nl: 'nl-BE' } } },
    };
    for (const asked of [page, page, dutch as unknown as PageRequest]) {
      const kept = cachedParts({ ...asked, url: new URL('http://shop/fr') });
      expect(kept(one, { is: 1 })).toBe('<b>one 1</b>');
      expect(kept(one, { is: 2 })).toBe('<b>one 2</b>');
      expect(kept(two, { is: 1 })).toBe('<b>two 1</b>');
    }
    expect(drawn).toEqual(['one 1', 'one 2', 'two 1', 'one 1', 'one 2', 'two 1']);
  });
});
