/** Holds an ERP against the wire reference: every call of the shop, the fields it reads, known ways to differ. */
import { erpCalls } from '../../server/upstream/erp/calls';
import type { Target } from './ask';
import { valuesAt } from './json';
import { lookFor, type Seen } from './presence';
import { erpOf, traits, type Difference } from './traits';
import { writeTraits } from './writes';

export interface Conformance {
  calls: readonly Seen[];
  traits: readonly (Difference & { id: string })[];
  /** False: writes were not tried. */
  wrote: boolean;
}

const atOnce = 3;

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += atOnce)
    results.push(...(await Promise.all(all.slice(at, at + atOnce).map(work))));
  return results;
}

export async function examineErp(
  target: Target,
  options: { token: string; mayWrite: boolean; productId: number | null },
): Promise<Conformance> {
  const { token, mayWrite } = options;
  const calls = await inTurns(erpCalls, (facts) => lookFor(target, facts, token));
  const erp = erpOf(target, token);
  const [ordered] = valuesAt(
    (await erp.get('sales?page=1&page_size=10'))?.json,
    'items[].lines[].product_id',
  ).filter((id) => typeof id === 'number' && id > 0);
  const productId = options.productId ?? (typeof ordered === 'number' ? ordered : null);
  const wrote = mayWrite && productId !== null;
  const looks = [...traits, ...(wrote ? writeTraits({ token, productId }) : [])];
  const found: (Difference & { id: string })[] = [];
  // One after the other: writes of one customer would wait for one another.
  for (const { id, look } of looks) {
    const difference = await look(erp);
    if (difference) found.push({ id, ...difference });
  }
  return { calls, traits: found, wrote };
}

/** 0: as the reference says; 1: something is missing or differs, the shop works; 2: it cannot work. */
export function exitCodeOf({ calls, traits: found }: Conformance): 0 | 1 | 2 {
  const stops = calls.some(
    ({ facts, presence }) => facts.needed && presence !== 'present' && presence !== 'untold',
  );
  if (stops) return 2;
  const differs = calls.some(
    ({ presence, differences }) => presence !== 'present' || differences.length > 0,
  );
  const absent = calls.some(({ presence }) => !['present', 'untold'].includes(presence));
  return absent || found.length > 0 || (differs && calls.some((one) => one.differences.length > 0))
    ? 1
    : 0;
}
