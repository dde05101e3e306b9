import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { dayOf } from '~/base/kernel/day';
import { Usage } from './usage';

it('PROD-01 the usage panel, which precedes the product’s heading, is a named region without a heading', () => {
  const months = [{ month: dayOf(new Date('2026-10-01T12:00:00Z')), quantity: 4 }];
  const html = renderToStaticMarkup(<Usage consumption={{ average: 4, months }} />);
  expect(html).not.toMatch(/<h\d/);
  const [, name = 'none'] = /<section [^>]*aria-labelledby="([^"]+)"/.exec(html) ?? [];
  expect(html).toMatch(new RegExp(`<p [^>]*id="${name}">[^<]+</p>`));
});
