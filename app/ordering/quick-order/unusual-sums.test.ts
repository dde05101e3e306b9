/** The limit for unusual quantities applies to the sum of a product's lines. */
import { describe, expect, it } from 'vitest';
import { noCode } from '~/catalogue/products/codes/product-code';
import type { ProductCard } from '~/catalogue/products/product';
import { confirmed, parseLine, withField, type TypedLine } from './lines';
import { resolved } from './resolve.server';
import { rowsOf, withoutRefused } from './rows';

const card = (id: number): ProductCard =>
  ({ id, sku: `MA${id}`, orderable: { ok: true }, price: null }) as ProductCard;
const codes = [1, 2].map((id) => [`MA10000${id}`, id] as const);
const found = new Map(codes.map(([code, id]) => [code, [card(id)]]));
const read = new Map(codes.map(([code]) => [code, noCode]));

function line(text: string, more: Partial<TypedLine> = {}): TypedLine {
  const parsed = parseLine(text);
  if (!parsed) throw new Error('no line');
  return { ...parsed, ...more };
}
const sure = (text: string, quantity: number): TypedLine =>
  withField(line(text), confirmed(quantity, quantity));

const order = (...lines: TypedLine[]) => orderBeside({}, ...lines);
/** `held`: pieces in the cart by product id. */
const orderBeside = (held: Record<number, number>, ...lines: TypedLine[]) => {
  const pieces = new Map(Object.entries(held).map(([id, count]) => [Number(id), count]));
  return resolved(lines, { read, found, fromOrders: false }, () => 999, pieces);
};
const faultsOf = async (...lines: TypedLine[]) =>
  (await order(...lines)).lines.map(({ fault }) => fault?.kind ?? null);

describe('unusual quantities over several lines', () => {
  it('CART-10 resolved marks all lines of a product above the limit as unusual, and none of other products', async () => {
    const lines = [line('MA100001 600'), line('MA100002 600'), line('MA100001 400')];
    expect(await faultsOf(...lines)).toEqual(['unusual', null, 'unusual']);
    expect(await faultsOf(line('MA100001 600'), line('MA100001 399'))).toEqual([null, null]);
  });

  it('CART-10 rowsOf displays unusual lines of one product as one row with their sum, which one confirmation accepts', async () => {
    const asked = await order(line('MA100001 600'), line('MA100001 600'));
    const [row, other] = rowsOf(asked);
    expect([row?.quantity, row?.readings, other]).toEqual([1_200, [600, 600], undefined]);
    expect(await faultsOf(sure('MA100001 600', 1_200))).toEqual([null]);
    expect(withoutRefused(asked)).toMatchObject({ order: { lines: [] }, refused: [{}, {}] });
  });

  it('CART-10 resolved asks again when pieces are added to a confirmed quantity, and names their sum', async () => {
    const many = sure('MA100001 1200', 1_200);
    const { lines } = await order(many, line('MA100001 1'));
    const question = { kind: 'unusual', total: 1_201 };
    expect(lines.map(({ fault }) => fault)).toEqual([question, question]);
    const one = withField(line('MA100001 1'), confirmed(1, 1_201));
    const [row] = rowsOf(await order(many, one));
    expect([row?.quantity, row?.line.sureUpTo]).toEqual([1_201, 1_201]);
  });

  it('CART-10 a confirmation holds for the total that it named: with more pieces in the cart the shop asks again', async () => {
    const many = withField(line('MA100001 900'), confirmed(900, 1_500));
    const faults = async (held: number) =>
      (await orderBeside({ 1: held }, many)).lines.map(({ fault }) => fault);
    expect(await faults(600)).toEqual([null]);
    expect(await faults(5_000)).toEqual([{ kind: 'unusual', total: 5_900 }]);
    expect(await faultsOf(withField(line('MA100001 1200'), '1200!'))).toEqual(['unusual']);
  });

  it('CART-10 CART-11 a scan that the page has asked about stays open when the cart is emptied meanwhile', async () => {
    const asked = line('MA100001 700', { wasAsked: true });
    expect(await faultsOf(asked)).toEqual(['unusual']);
    expect(await faultsOf({ ...asked, sureUpTo: 700 })).toEqual([null]);
  });

  it('CART-10 resolved adds the pieces of the cart to those of the lines before it asks', async () => {
    const beside = await orderBeside({ 1: 600 }, line('MA100001 400'), line('MA100002 400'));
    expect(beside.lines.map(({ fault }) => fault)).toEqual([
      { kind: 'unusual', total: 1_000 },
      null,
    ]);
    const few = await orderBeside({ 1: 599 }, line('MA100001 400'));
    expect(few.lines.map(({ fault }) => fault)).toEqual([null]);
  });

  it('CART-11 resolved counts pieces of an earlier scan once, whether the cart already holds them or not', async () => {
    const before = line('MA100001 600', { added: true });
    for (const held of [0, 600]) {
      const { lines } = await orderBeside({ 1: held }, before, line('MA100001 399'));
      expect(lines.map(({ fault }) => fault)).toEqual([null, null]);
    }
    const most = await orderBeside({ 1: 5_000 }, line('MA100001 5000', { added: true }));
    expect(most.lines.map(({ fault }) => fault)).toEqual([null]);
  });

  it('CART-11 resolved counts pieces already added by a scan, but asks only about new lines', async () => {
    const before = line('MA100001 600', { added: true });
    expect(await faultsOf(before, line('MA100001 600'))).toEqual([null, 'unusual']);
    expect(await faultsOf(before, before)).toEqual([null, null]);
  });
});
