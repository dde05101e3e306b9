/** Adds goods to the cart from any page: order sheets, quick order, past orders, wishlists. */
import { links } from '~/i18n/links';
import type { NoticeMessage } from '~/page/notice';
import type { CustomerRequest } from '~/page/page';
import { editCart, type EditReport } from './cart.server';
import { formUuid } from '~/page/forms/form-uuid.server';
import type { Options } from './transaction';

export interface WantedLine {
  productId: number;
  quantity: number;
  options?: Options | undefined;
}

/**
 * Adds each line once for this form's key, however often the form is sent. Lines of one product are added
 * up first: the same form names a product once.
 */
export function addLines(
  page: CustomerRequest,
  lines: readonly WantedLine[],
  formKey: string,
): Promise<EditReport> {
  const summed = new Map<number, WantedLine>();
  for (const line of lines) {
    const known = summed.get(line.productId);
    summed.set(line.productId, { ...line, quantity: line.quantity + (known?.quantity ?? 0) });
  }
  return editCart(page, () =>
    [...summed.values()].map((line) => ({
      uuid: formUuid(formKey, String(line.productId)),
      ...line,
    })),
  );
}

/** The ERP answers; what waits, waits for an order or a change whose fate is not known yet. */
export const isBehind = ({ sync }: Pick<EditReport, 'sync'>): boolean =>
  sync === 'checking' || sync === 'busy';

/** What to say of it on the next page; the cart says why the ERP refused a line. */
export function noticesOf(
  page: CustomerRequest,
  report: Pick<EditReport, 'full' | 'sync'> & {
    done: readonly { fate: EditReport['done'][number]['fate'] }[];
  },
): NoticeMessage[] {
  const { t, locale } = page;
  const link = { href: links.cart(locale), text: t('cart:sheet.toCart') };
  if (report.full) return [{ tone: 'bad', text: t('cart:sheet.full') }];
  const count = (fate: EditReport['done'][number]['fate']): number =>
    report.done.filter((edit) => edit.fate === fate).length;
  const notices: NoticeMessage[] = [];
  const added = count('acked');
  if (added > 0) notices.push({ tone: 'ok', text: t('cart:sheet.added', { count: added }), link });
  const waiting = count('waiting');
  if (waiting > 0)
    notices.push({
      ...{ tone: 'warn', link },
      text: t(isBehind(report) ? 'cart:sheet.behind' : 'cart:sheet.waiting', { count: waiting }),
    });
  const checking = count('checking');
  if (checking > 0)
    notices.push({ tone: 'warn', text: t('cart:sheet.checking', { count: checking }), link });
  const review = count('review');
  if (review > 0)
    notices.push({ tone: 'warn', text: t('cart:sheet.review', { count: review }), link });
  const rejected = count('rejected');
  if (rejected > 0)
    notices.push({ tone: 'bad', text: t('cart:sheet.rejected', { count: rejected }), link });
  const dropped = count('dropped');
  if (dropped > 0)
    notices.push({ tone: 'bad', text: t('cart:sheet.dropped', { count: dropped }), link });
  return notices;
}

/** A second post this soon is a double click; later it is the same form sent again on purpose, perhaps. */
const doubleClickMs = 10_000;

/**
 * Lines that this form had asked for before. `told`: of a double click, or still on their way to the ERP: said as
 * they are now. `again`: in the cart for a while; adding them once more is the customer's to say.
 */
export function repeatedLines(page: CustomerRequest, { repeated, done }: EditReport) {
  const now = page.context.clock.now().getTime();
  const isTold = ({ at }: EditReport['repeated'][number]): boolean =>
    at === null || (done.length === 0 && now - at.getTime() < doubleClickMs);
  return { told: repeated.filter(isTold), again: repeated.filter((one) => !isTold(one)) };
}
