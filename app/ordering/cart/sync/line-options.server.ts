/**
 * Product and options of a line, as a browser names them. The ERP takes any map (contract/erp.md 9.1) and stores it:
 * both ways into the cart, the plain form and the browser's queue, are bounded here alike.
 */
import { z } from 'zod';
import { maxOptions } from '../queue/island-wire';

/** Whether lists and objects go no deeper; asked first, for writing the options down calls itself as often. */
const nestsAtMost = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => nestsAtMost(one, levels - 1)));

const maxLevels = 12;

export const LineOptions = z
  .record(z.string().max(64), z.unknown())
  .refine((value) => nestsAtMost(value, maxLevels), { abort: true })
  .refine((value) => JSON.stringify(value).length <= maxOptions);

/** The ERP keeps ids in four bytes. */
export const ProductId = z.int().positive().max(2_147_483_647);
