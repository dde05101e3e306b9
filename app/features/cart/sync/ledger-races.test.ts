/** Counterexamples that a model checker found (tests/model), played with the shop's own modules in virtual time. */
import { describe, expect, it } from 'vitest';
import {
  add,
  editOf,
  inCart,
  island,
  postBy,
  sent,
  shopWith,
  within,
  withErp,
} from '../../../../tests/support/cart-ledger';

describe('a batch that the sync sends in halves', () => {
  it('P-53 CART-06 the second half stays out of the next cart when the cart is ordered between the halves', async () => {
    const world = shopWith({ instances: 2 });
    await add(world, 11, 5);
    const cart = world.erp.cart?.uuid ?? null;
    const [one, other] = [
      { ...editOf(world, 12, 1), cart },
      { ...editOf(world, 13, 1), cart },
    ];
    let writes = 0;
    const deps = withErp(world.shop, (ask, isWrite) => {
      if (isWrite && ++writes === 2) world.erp.confirmElsewhere();
      return ask();
    });
    world.erp.script.push('json-500');
    const reply = await within(world, postBy(deps, [one, other]), 30_000);
    expect(reply.body).toMatchObject({ dropped: [one.uuid, other.uuid] });
    expect([sent(world, one.uuid), sent(world, other.uuid)]).toEqual([0, 0]);
    expect(inCart(world)).toEqual({});
  });

  it('P-53 a half whose cart is unchanged reaches it', async () => {
    const world = shopWith();
    await add(world, 11, 5);
    const cart = world.erp.cart?.uuid ?? null;
    const batch = [12, 13].map((product) => ({ ...editOf(world, product, 1), cart }));
    world.erp.script.push('json-500');
    expect((await island(world, batch)).body).toMatchObject({
      acked: batch.map(({ uuid }) => uuid),
    });
    expect(inCart(world)).toEqual({ 11: 5, 12: 1, 13: 1 });
  });
});
