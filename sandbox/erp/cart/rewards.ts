/** Reward lines of the codes on a cart. They are recomputed at every change and removed with the last product (9.5). */
import type { Lang } from '../../world';
import type { ErpState } from '../call';
import { isGoods, lineCents } from '../sale/amounts';
import type { AppliedCode, LineRecord, SaleRecord } from '../store/records';
import { nextLineId } from './lines';
import { programByCode, type Program, type RewardRule } from './programs';

/** Product of a reward line; it is not in the product index. */
const REWARD_PRODUCT_ID = 9_000_002;

/** Maximum price, without VAT, of a product that a program gives away. */
const FREE_PRODUCT_LIMIT = 25;

export function goodsTotal(sale: SaleRecord): number {
  return sale.lines.filter(isGoods).reduce((sum, line) => sum + lineCents(line).untaxed, 0) / 100;
}

/** Products from which the customer of a "one item free" program may choose: the cheaper ones in the cart. */
export function freeProducts(sale: SaleRecord): number[] {
  const cheap = sale.lines.filter((line) => isGoods(line) && line.net <= FREE_PRODUCT_LIMIT);
  return [...new Set(cheap.map((line) => line.productId))];
}

function blank(erp: ErpState, name: string): Omit<LineRecord, 'productId' | 'gross' | 'taxRate'> {
  return {
    id: nextLineId(erp),
    type: 'reward',
    name,
    qty: 1,
    rate: 0,
    net: 0,
    qtyDelivered: 0,
    qtyCanceled: 0,
    qtyBackorder: 0,
    qtyUnavailable: 0,
    options: null,
  };
}

/** Splits a discount in proportion into one line for each VAT rate in the cart. */
function discountLines(
  erp: ErpState,
  sale: SaleRecord,
  rule: RewardRule,
  lang: Lang,
  left: number,
): LineRecord[] {
  const goods = sale.lines.filter(isGoods);
  const total = goodsTotal(sale);
  if (total <= 0 || left <= 0) return [];
  const wanted = rule.kind === 'percent' ? (total * rule.value) / 100 : rule.value;
  const given = Math.min(wanted, left);
  return [...new Set(goods.map((line) => line.taxRate))].map((taxRate) => {
    const part = goods
      .filter((line) => line.taxRate === taxRate)
      .reduce((sum, line) => sum + lineCents(line).untaxed, 0);
    const amount = -Math.round((given * part) / total) / 100;
    const line = blank(erp, `${rule.label[lang]} (${taxRate} %)`);
    return { ...line, productId: REWARD_PRODUCT_ID, gross: amount, net: amount, taxRate };
  });
}

function productLine(
  erp: ErpState,
  rule: RewardRule,
  applied: AppliedCode,
  sale: SaleRecord,
  lang: Lang,
): LineRecord[] {
  const productId = applied.freeProductId;
  const model = sale.lines.find((line) => isGoods(line) && line.productId === productId);
  if (productId === null || !model) return [];
  const line = blank(erp, rule.label[lang]);
  return [{ ...line, productId, gross: model.gross, rate: 100, taxRate: model.taxRate }];
}

function ruleOf(applied: AppliedCode): { program: Program; rule: RewardRule } | null {
  const program = programByCode(applied.code);
  const rule = program?.rewards.find((reward) => reward.id === applied.rewardId);
  return program && rule ? { program, rule } : null;
}

/** The cart with recomputed reward lines. Codes remain on it even if there is nothing left to discount. */
export function withRewards(erp: ErpState, sale: SaleRecord, lang: Lang): SaleRecord {
  const kept = sale.lines.filter((line) => line.type !== 'reward');
  const bare = { ...sale, lines: kept };
  const rewards: LineRecord[] = [];
  let left = goodsTotal(bare);
  for (const applied of sale.codes) {
    const found = ruleOf(applied);
    if (!found || goodsTotal(bare) < found.program.minimum) continue;
    const lines =
      found.rule.kind === 'product'
        ? productLine(erp, found.rule, applied, bare, lang)
        : discountLines(erp, bare, found.rule, lang, left);
    left += lines.reduce((sum, line) => sum + line.net, 0);
    rewards.push(...lines);
  }
  return { ...bare, lines: [...kept, ...rewards] };
}
