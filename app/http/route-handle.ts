/** What a route says of itself in its `handle`, beside its code. */
type Flag =
  /** Without header and footer. */
  | 'bare'
  /** Shows visitors nothing of their own (app/http/cache.ts). */
  | 'visitorsMayCache'
  /** Only read: a visitor's page runs no script of ours (P-79). */
  | 'onlyRead'
  /** Shows no table, chart or filters: the first stylesheet is enough (docs/decisions/005). */
  | 'noLists';

export const says = (handle: unknown, flag: Flag): boolean =>
  typeof handle === 'object' && handle !== null && Reflect.get(handle, flag) === true;
