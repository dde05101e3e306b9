/**
 * The year-end rebate (RFA): what the customer's orders in the program's period earn (contract/erp.md 6.7
 * YearEndRebate, 6.18, 15.5). One euro of goods without VAT gives one point; the reached step sets the percentage for
 * all points.
 */
import { z } from 'zod';
import type { Lang } from '../../world';
import type { ErpState } from '../call';
import { goodsCents } from './amounts';
import type { SaleRecord } from '../store/records';

const STEPS: readonly { from: number; percent: number }[] = [
  { from: 10_000, percent: 4 },
  { from: 5_000, percent: 3 },
  { from: 2_500, percent: 2 },
  { from: 1_000, percent: 1 },
];
const BEST = STEPS[0] ?? { from: 0, percent: 0 };

const Program = z.object({
  id: z.number(),
  name: z.string(),
  program_type: z.string(),
  date_from: z.string().nullish(),
  date_to: z.string().nullish(),
});
type RebateProgram = z.infer<typeof Program>;

const REBATE_TYPES = ['rfa', 'year_end_rebate'];

function isCurrent(program: RebateProgram, today: string): boolean {
  const from = program.date_from?.slice(0, 10) ?? '';
  const to = program.date_to?.slice(0, 10) ?? '9999';
  return from <= today && today <= to;
}

/** The rebate program that is valid today, as in the product index. */
export function currentProgram(erp: ErpState, lang: Lang): RebateProgram | null {
  const today = erp.clock.today();
  for (const document of erp.world.documents('loyalty_programs', lang)) {
    const program = Program.safeParse(document);
    if (
      program.success &&
      REBATE_TYPES.includes(program.data.program_type) &&
      isCurrent(program.data, today)
    )
      return program.data;
  }
  return null;
}

const toEuros = (value: number) => Math.round(value) / 100;

/** Rebate in cents for goods in cents. */
function rebateOf(cents: number): number {
  const step = STEPS.find((candidate) => cents >= candidate.from * 100);
  return Math.round((cents * (step?.percent ?? 0)) / 100);
}

const earning: readonly SaleRecord['raw'][] = ['sale', 'done'];

function turnover(erp: ErpState, customerId: number, program: RebateProgram): number {
  return erp.store.sales.sum('goods', {
    customer: customerId,
    typology: 'sale',
    raw: { in: earning },
    date_order: {
      from: program.date_from?.slice(0, 10) ?? '',
      to: `${program.date_to?.slice(0, 10) ?? '9999-12-31'}T23:59:59`,
    },
  });
}

export function rebateBalance(erp: ErpState, customerId: number, program: RebateProgram) {
  const cents = turnover(erp, customerId, program);
  return {
    points: toEuros(cents),
    accrued_points: toEuros(rebateOf(cents)),
    max_points: BEST.from,
    max_accrued_points: toEuros((Math.max(cents, BEST.from * 100) * BEST.percent) / 100),
    tiers: STEPS.map(({ from, percent }) => ({ from_points: from, percent })).reverse(),
  };
}

/** `accrued`: at the step reached so far; `potential`: at the step that this sale would reach. */
export function yearEndRebate(erp: ErpState, sale: SaleRecord) {
  const customer = erp.store.customers.get(sale.customerId);
  const program = customer?.rebateVisible ? currentProgram(erp, 'fr') : null;
  if (!program) return null;
  const before = turnover(erp, sale.customerId, program);
  const goods = Math.max(0, goodsCents(sale).untaxed);
  const counted = sale.typology === 'sale' && earning.includes(sale.raw);
  const after = counted ? before : before + goods;
  const reached = STEPS.find((step) => before >= step.from * 100)?.percent ?? 0;
  const lifted = STEPS.find((step) => after >= step.from * 100)?.percent ?? 0;
  const best = toEuros((goods * BEST.percent) / 100);
  return {
    program_id: program.id,
    rebate_accrued_amount: toEuros((goods * reached) / 100),
    rebate_accrued_max_amount: best,
    rebate_potential_amount: toEuros((goods * lifted) / 100),
    rebate_potential_max_amount: best,
    rebate_accrued_total_amount: toEuros(rebateOf(before)),
    rebate_accrued_total_max_amount: toEuros((after * BEST.percent) / 100),
  };
}
