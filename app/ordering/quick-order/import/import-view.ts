/** What the import page shows: the form for a file, or one import with its lines, a page of them at a time. */
import type { Draft, DraftLine } from './draft';
import type { UnusualLine } from '~/ordering/cart/unusual-quantity.server';
import type { FileFault } from './file-fault';

export const linesPerPage = 50;

export interface LinesPage {
  lines: readonly DraftLine[];
  page: number;
  total: number;
}

export interface DraftView extends Omit<Draft, 'lines' | 'mark'> {
  ready: LinesPage;
  /** Lines whose quantity is to be confirmed, and their products. */
  asked: LinesPage;
  unusual: readonly UnusualLine[];
  refused: LinesPage;
  total: number | null;
  pieces: number;
  /** Lines that the ERP's warning names. */
  warned: readonly DraftLine[];
  /** When the same order was imported before. */
  earlier: Date | null;
  /** Seconds until a lost answer can be looked up. */
  waitSeconds: number | null;
}

export interface ImportView {
  csvMaxMb: number;
  /** Whether the ERP has the import, as far as is known. */
  available: boolean;
  canOrder: boolean;
  /** Null: a file is still to be chosen. `expired`: it was asked for and is no longer kept. */
  draft: DraftView | 'expired' | null;
}

/** What stopped a posted file or confirmation. */
export interface ImportAnswer {
  kind: 'import-answer';
  /** The tick that confirms unusual quantities stays. */
  sure: boolean;
  fault:
    | FileFault
    | { kind: 'may-not-order' }
    | { kind: 'checking'; seconds: number }
    | { kind: 'unavailable' }
    | { kind: 'refused' }
    /** `names`: products whose line of the cart would exceed its limit. */
    | { kind: 'beyond'; names: string }
    | { kind: 'not-installed' }
    | { kind: 'nothing-ready' }
    /** All that it could add is to be confirmed. */
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
