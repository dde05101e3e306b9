/** Names one rendered form: whatever it does, it does once (CART-01, P-56). */
export const newIdempotencyKey = (): string => crypto.randomUUID();
