/**
 * Names one rendered form: whatever it does, it does once (CART-01, P-56). The first 48 bits say when it was
 * rendered (RFC 9562, version 7), so that a store that has lost its memory since knows that it may have forgotten
 * the form (P-96).
 */
export function newIdempotencyKey(): string {
  const random = crypto.randomUUID();
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
