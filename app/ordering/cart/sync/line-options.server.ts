/**
 * Validates product id and options of a line from the browser. The ERP accepts and stores any map (contract/erp.md
 * 9.1), so the plain form and the browser's queue apply the same bounds here.
 */
import { z } from 'zod';
import { maxOptions } from '../queue/island-wire';

/**
 * Whether lists and objects nest at most `levels` deep. Check this before serialising the options, because serialising
 * recurses to the same depth.
 */
const nestsAtMost = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => nestsAtMost(one, levels - 1)));

const maxLevels = 12;

export const LineOptions = z
  .record(z.string().max(64), z.unknown())
  .refine((value) => nestsAtMost(value, maxLevels), { abort: true })
  .refine((value) => JSON.stringify(value).length <= maxOptions);

/** The ERP stores ids in four bytes. */
export const ProductId = z.int().positive().max(2_147_483_647);
