/** Shop context; cached parts of a list must not depend on it. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Orderable, ProductCard } from '~/catalogue/products/product';
import { formatsFor } from '~/base/i18n/formats';
import { translator } from '~/base/i18n/translate';
import { dayOf } from '~/base/kernel/day';
import { ShopContext, type Shop } from '~/base/page/shop';
import { OrderSheet, type OrderRow } from './order-sheet';

const shopAt = (here: string, more: Partial<Shop> = {}): Shop =>
  ({
    locale: 'fr',
    tag: 'fr-BE',
    t: translator('fr'),
    formats: formatsFor('fr-BE'),
    here,
    signedIn: true,
    mayOrder: true,
    savesData: false,
    askAbove: 999,
    ordered: new Map(),
    kept: null,
    formKey: () => 'key',
    answerId: null,
    offers: () => true,
    ...more,
  }) as Shop;

const card = (id: number, more: Partial<ProductCard> = {}): ProductCard => ({
  id,
  sku: `ME${id}`,
  cnk: '1234-567',
  barcode: null,
  name: `Nom ${id}`,
  title: `Titre ${id}`,
  presentation: '50 mg · Orale',
  traits: 'Orale',
  brand: null,
  urlKey: `nom-${id}`,
  picture: { src: '/a.webp', alt: '' },
  stock: 'in_stock',
  onHand: 4,
  flags: ['cold'],
  amcra: 'rouge',
  storageTemperature: '2-8',
  orderMode: 'direct_sale',
  isMadeToOrder: false,
  notSoldOnWebsite: false,
  family: 'meds',
  variantCount: 3,
  substitutes: [],
  price: null,
  orderable: { ok: true },
  taxPercent: 6,
  ...more,
});

const barred = (reason: Extract<Orderable, { ok: false }>['reason']): Partial<ProductCard> => ({
  orderable: { ok: false, reason },
});

const rows: OrderRow[] = [
  { card: card(1), inCart: 3 },
  { card: card(2, barred('on-quotation')), proposed: 2 },
  { card: card(3, barred('on-request')) },
  { card: card(4, barred('may-not-order')), note: '3 fois' },
  { card: card(5, barred('other-profession')) },
  { card: card(6, barred('not-sold')) },
  { card: card(7, { stock: 'out_of_stock' }) },
  { card: card(8, { stock: 'out_of_stock', substitutes: [1] }) },
  { card: card(9), typed: '2x', error: 'Un nombre entier' },
  { card: card(10), isPressed: true },
];

const drawn = (shop: Shop, page: ReactElement): string =>
  renderToStaticMarkup(<ShopContext.Provider value={shop}>{page}</ShopContext.Provider>);

/** Renders a list like its page. Its rows come from a cache that another page (`from`) has filled. */
function listOf(here: string, from: Shop | null): { html: string; parts: number } {
  let parts = 0;
  const kept: Shop['kept'] = (Part, entry) => {
    parts += 1;
    return from ? drawn(from, <Part entry={entry} />) : '';
  };
  const lastOn = dayOf(new Date('2026-11-02T12:00:00Z'));
  const ordered = new Map([['ME1', { lastOn, usual: 4 }]]);
  const shop = shopAt(here, { ordered, kept: from && kept });
  return { html: drawn(shop, <OrderSheet rows={rows} />), parts };
}

describe('cached rows of an order sheet', () => {
  it('P-75 SRCH-06 cached rows equal fresh ones, whichever page cached them; rows with input or return links are not cached', () => {
    const here = '/fr/search?q=a&alt=8';
    const plain = listOf(here, null);
    const other = shopAt('/nl/elsewhere', { mayOrder: false, answerId: 'x', formKey: () => 'y' });
    const kept = listOf(here, other);
    expect(kept.html).toBe(plain.html);
    expect(kept.parts).toBe(rows.length - 3);
    expect(plain.html).toMatch(/d’habitude\s4/);
    expect(plain.html).toContain('Un nombre entier');
  });
});
