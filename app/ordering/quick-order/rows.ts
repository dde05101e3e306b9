/**
 * Groups the lines of a quick order into displayed rows, newest first. Valid lines of one product form one row with the
 * sum of their quantities; so do lines whose sum needs confirmation.
 */
import { isPackShown, type PackData } from '~/catalogue/products/codes/gs1';
import { amountOf, type Cents, type UnitPrice } from '~/base/kernel/money';
import { unitPriceAt, type QuickLine, type QuickOrder } from './quick-order';

export interface QuickRow {
  /** The newest line of the row. */
  line: QuickLine;
  /** Pack data of all lines, newest first. */
  packs: readonly PackData[];
  /** Ids under which the browser stores the lines, newest first; empty for lines of a form. */
  ids: readonly string[];
  /** Texts of the other labels of the row, newest first. */
  labels: readonly string[];
  /** Counts that labels state and that an entered quantity replaces. */
  replaced: readonly number[];
  /** Quantities of the lines, oldest first. */
  readings: readonly number[];
  quantity: number | null;
  unit: UnitPrice | null;
  amount: Cents | null;
}

export const isReady = ({ line }: QuickRow): boolean => line.fault === null && !line.added;

/** True when the search engine was unavailable and could not look up the code: the customer has nothing to correct. */
export const isUnchecked = ({ line }: QuickRow): boolean => line.fault?.kind === 'unchecked';

/** True when the account may not order, so that the line only displays price and stock. */
export const isLookUp = ({ line: { fault } }: QuickRow): boolean =>
  fault?.kind === 'barred' && fault.reason === 'may-not-order';

export const isWrong = (row: QuickRow): boolean =>
  row.line.fault !== null && !isUnchecked(row) && !isLookUp(row);

export const isAsked = ({ line: { fault } }: QuickRow): boolean => fault?.kind === 'unusual';

/** Pack data of the lines and of the labels that were merged into them before. */
const packsOf = (lines: readonly QuickLine[]): PackData[] =>
  lines.flatMap((line) => [line, ...(line.others ?? [])]);

function labelsOf(lines: readonly QuickLine[]): string[] {
  const texts = lines.flatMap((line) => [
    ...(isPackShown(line) ? [line.entered] : []),
    ...(line.labels ?? []),
  ]);
  return [...new Set(texts)].filter((text) => text !== lines[0]?.entered);
}

type Counted = Pick<QuickLine, 'count' | 'quantity' | 'labels'>;

/**
 * Returns the counts of labels that differ from the quantities of their lines. A line with further labels has the sum
 * of several counts.
 */
export const replacedCounts = (lines: readonly Counted[]): number[] => {
  const replaced = lines.flatMap(({ count, quantity, labels = [] }) =>
    count && quantity && count !== quantity && labels.length === 0 ? [count] : [],
  );
  return [...new Set(replaced)];
};

const rowOf = (line: QuickLine): QuickRow => ({
  line,
  packs: packsOf([line]),
  labels: labelsOf([line]),
  ids: line.id ? [line.id] : [],
  replaced: replacedCounts([line]),
  readings: [],
  quantity: line.quantity,
  unit: null,
  amount: line.amount,
});

const isSummed = ({ fault, card }: QuickLine): boolean =>
  card !== null && (fault === null || fault.kind === 'unusual');

function merged(lines: readonly QuickLine[]): QuickRow[] {
  const [newest] = lines;
  if (!newest) return [];
  if (!isSummed(newest) || newest.card === null) return lines.map(rowOf);
  const readings = lines.map(({ quantity }) => quantity ?? 0).reverse();
  const quantity = readings.reduce((sum, one) => sum + one, 0);
  const unit = unitPriceAt(newest.card, quantity);
  const amount = unit === null ? null : amountOf(unit, quantity);
  const ids = lines.flatMap(({ id }) => id ?? []);
  const line = {
    ...newest,
    uncounted: lines.some(({ uncounted }) => uncounted),
    sureUpTo: Math.max(...lines.map(({ sureUpTo = 0 }) => sureUpTo)),
  };
  const [packs, labels] = [packsOf(lines), labelsOf(lines)];
  const replaced = replacedCounts(lines);
  return [{ line, packs, labels, ids, replaced, readings, quantity, unit, amount }];
}

/** Groups the valid lines by product, and the unusual ones too; each other line is a group of its own. */
function grouped(lines: readonly QuickLine[]): QuickLine[][] {
  const groups = new Map<string, QuickLine[]>();
  for (const [index, line] of lines.entries()) {
    const { card, fault, added = false } = line;
    const key = isSummed(line) ? [card?.id, fault?.kind, String(added)].join('|') : `line ${index}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

export const rowsOf = ({ lines }: QuickOrder): QuickRow[] =>
  grouped(lines.toReversed()).flatMap(merged);

/**
 * Orders the lines of a list as if they were scanned from its end: the page then shows its first product on top, and
 * each product's quantities in their order.
 */
export const fromItsEnd = (lines: readonly QuickLine[]): QuickLine[] =>
  grouped(lines).reverse().flat();

/** Separates the rejected lines, oldest first, from the rest of the order. */
export function withoutRefused(order: QuickOrder): { order: QuickOrder; refused: QuickLine[] } {
  const refused = order.lines.filter((line) => isWrong(rowOf(line)));
  const lines = order.lines.filter((line) => !refused.includes(line));
  return { order: { ...order, lines }, refused };
}
