import { expect, it } from 'vitest';
import { said } from '../../../../tests/support/said';
import type { Barcode } from '~/catalogue/products/codes/barcode.server';
import type { ProductCard } from '~/catalogue/products/product';
import { PickList } from './pick-list';

const card = { id: 1, title: 'Gants', presentation: '', sku: 'MÉ 1', cnk: null } as ProductCard;
const position = { page: 1, pageCount: 1, from: 0, total: 1 };

const listOf = (bars: Barcode | null): string =>
  said(
    <PickList
      view={{
        list: { id: 1, name: 'x' },
        position,
        rows: [{ card, quantity: 1, bars }],
        unchecked: [],
        gone: [],
      }}
    />,
  );

it('SHELL-08 a printed list says to type the code of a product whose code cannot be drawn', () => {
  const note = 'No barcode: type the code.';
  const drawing = { src: 'data:,', width: 1, height: 1 };
  expect(listOf({ code: 'MÉ 1', drawing: null })).toContain(note);
  expect(listOf({ code: 'MÉ 1', drawing: null })).toContain('SKU MÉ 1');
  for (const bars of [null, { code: 'ME1', drawing }]) expect(listOf(bars)).not.toContain(note);
});
