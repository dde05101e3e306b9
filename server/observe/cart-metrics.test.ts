import { expect, it } from 'vitest';
import { createMetrics } from './metrics';

const figure = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? Number.NaN,
  );

it('P-74 /metrics reports the number and age of in-doubt cart writes until the store no longer contains them', async () => {
  let now = 1_000_000;
  const metrics = createMetrics(() => now);
  const open = new Set(['cart:a', 'cart:b']);
  for (const [key, since] of [
    ['cart:a', now - 30_000],
    ['cart:b', now - 5_000],
    ['cart:a', now],
  ] as const)
    metrics.cart.open('in_doubt', key, since, async () => open.has(key));
  now += 10_000;
  const before = await metrics.text();
  expect(figure(before, 'shop_cart_open{kind="in_doubt"}')).toBe(2);
  expect(figure(before, 'shop_cart_open_oldest_seconds{kind="in_doubt"}')).toBe(40);
  open.delete('cart:a');
  const after = await metrics.text();
  expect(figure(after, 'shop_cart_open{kind="in_doubt"}')).toBe(1);
  expect(figure(after, 'shop_cart_open_oldest_seconds{kind="in_doubt"}')).toBe(15);
  expect(figure(after, 'shop_cart_open{kind="waiting"}')).toBe(0);
});

it('P-74 /metrics counts the outcomes of cart edits without customers as labels', async () => {
  const metrics = createMetrics();
  metrics.cart.fate('review', 2);
  metrics.cart.fate('repeated', 3);
  for (const state of ['synced', 'checking', 'synced']) metrics.cart.synced(state);
  for (let customer = 0; customer < 1_500; customer += 1)
    metrics.cart.open('waiting', `cart:${customer}`, 0, async () => true);
  const text = await metrics.text();
  expect(figure(text, 'shop_cart_changes_total{fate="review"}')).toBe(2);
  expect(figure(text, 'shop_cart_changes_total{fate="repeated"}')).toBe(3);
  expect(figure(text, 'shop_cart_changes_total{fate="rejected"}')).toBe(0);
  expect(figure(text, 'shop_cart_syncs_total{state="synced"}')).toBe(2);
  expect(figure(text, 'shop_cart_open{kind="waiting"}')).toBe(1_000);
  expect(text.split('\n').filter((line) => line.startsWith('shop_cart_')).length).toBeLessThan(20);
});
