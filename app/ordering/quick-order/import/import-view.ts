/** Data of the import page: the file form, or one import with its lines in pages. */
import type { Draft, DraftLine } from './draft';
import type { UnusualLine } from '~/ordering/cart/unusual-question';
import type { FileFault } from './file-fault';

export const linesPerPage = 50;

export interface LinesPage {
  lines: readonly DraftLine[];
  page: number;
  total: number;
}

export interface DraftView extends Omit<Draft, 'lines' | 'mark'> {
  ready: LinesPage;
  /** Lines with quantities to confirm, and their products. */
  asked: LinesPage;
  unusual: readonly UnusualLine[];
  refused: LinesPage;
  total: number | null;
  pieces: number;
  /** Lines that the ERP's warning mentions. */
  warned: readonly DraftLine[];
  /** Time of an earlier import of the same order, or null. */
  earlier: Date | null;
  /** After a lost response: seconds until the cart shows whether the import was applied. */
  waitSeconds: number | null;
}

export interface ImportView {
  csvMaxMb: number;
  /** False when the ERP is known to lack the import call. */
  available: boolean;
  canOrder: boolean;
  /** Null: no file was uploaded yet. `expired`: the requested draft no longer exists. */
  draft: DraftView | 'expired' | null;
}

/** Reason why an uploaded file or a confirmation was rejected. */
export interface ImportAnswer {
  kind: 'import-answer';
  /** Whether the customer had ticked the confirmation of unusual quantities, to tick it again. */
  sure: boolean;
  fault:
    | FileFault
    | { kind: 'may-not-order' }
    | { kind: 'checking'; seconds: number }
    | { kind: 'unavailable' }
    | { kind: 'refused' }
    /** `names`: products whose cart line would exceed its limit. */
    | { kind: 'beyond'; names: string }
    | { kind: 'not-installed' }
    | { kind: 'nothing-ready' }
    /** All lines that could be added have unconfirmed quantities. */
    | { kind: 'unusual' };
}

export const isImportAnswer = (value: unknown): value is ImportAnswer =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'import-answer';

export function linesPage(lines: readonly DraftLine[], page: number): LinesPage {
  const last = Math.max(1, Math.ceil(lines.length / linesPerPage));
  const current = Math.min(Math.max(1, page), last);
  const start = (current - 1) * linesPerPage;
  return {
    lines: lines.slice(start, start + linesPerPage),
    page: current,
    total: lines.length,
  };
}
