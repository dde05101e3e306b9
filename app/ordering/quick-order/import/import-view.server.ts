/** Loads the import page: the file form, or the draft that `?draft=` identifies. */
import { isMissing } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { askedProducts, isUnusualLine, isReady, totalOf, warnedLines } from './draft';
import { findDraft, importedBefore } from './draft-store.server';
import { linesPage, type DraftView, type ImportView } from './import-view';
import { withFate } from './look-up.server';
import { importCall } from './send-import.server';

const numberOf = (text: string | null): number => (/^\d{1,3}$/.test(text ?? '') ? Number(text) : 1);

async function loadDraft(page: CustomerRequest, token: string): Promise<DraftView | 'expired'> {
  const found = await findDraft(page, token);
  if (!found) return 'expired';
  const { lines, mark, ...draft } = await withFate(page, found);
  const { searchParams } = page.url;
  const good = lines.filter(isReady);
  const { fate } = draft;
  const left = fate.kind === 'sent' ? fate.until - page.context.clock.now().getTime() : null;
  return {
    ...draft,
    ready: linesPage(good, numberOf(searchParams.get('page'))),
    asked: linesPage(lines.filter(isUnusualLine), numberOf(searchParams.get('asked'))),
    unusual: askedProducts(lines),
    refused: linesPage(
      lines.filter((line) => !isReady(line) && !isUnusualLine(line)),
      numberOf(searchParams.get('refused')),
    ),
    total: totalOf(good),
    pieces: good.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    warned: fate.kind === 'done' && fate.warning ? warnedLines(lines, fate.warning) : [],
    earlier: fate.kind === 'ready' ? await importedBefore(page, mark) : null,
    waitSeconds: left === null ? null : Math.max(0, Math.ceil(left / 1000)),
  };
}

/** True when a page may show the file form: the customer may order, and the ERP has the import call. */
export const offersImport = async (page: CustomerRequest): Promise<boolean> =>
  page.customer.canOrder && !(await isMissing(page.context, importCall));

export async function loadImport(page: CustomerRequest): Promise<ImportView> {
  const token = page.url.searchParams.get('draft');
  return {
    csvMaxMb: page.context.site.csvMaxMb,
    available: !(await isMissing(page.context, importCall)),
    canOrder: page.customer.canOrder,
    draft: token === null ? null : await loadDraft(page, token),
  };
}
