/** What the scan queue and the quick order's action say to each other. Types only: the server checks with its schema. */

/** One line as the browser keeps it. */
export interface ScanEntry {
  id: string;
  /** As it was typed or scanned. */
  entered: string;
  /** Text of its quantity field; null as long as the row has none. */
  typed: string | null;
  /** The code was changed last: a quantity in it is the newer one. */
  codeFirst?: boolean | undefined;
  /** It is in the cart already, and only still shown. */
  added?: boolean | undefined;
  /** Scanned on home, which puts it into the cart by itself; no other page takes it. */
  direct?: boolean | undefined;
}

export interface ScanBody {
  owner: string;
  /** Oldest first. */
  lines: ScanEntry[];
  /** What is ready goes into the cart with the answer: its rows say so. */
  direct: boolean;
}

/** An entry that may go into the cart: each for itself, whatever row it is shown in (052). */
export interface ReadyLine {
  id: string;
  productId: number;
  quantity: number;
  /** In cents; null without a price. */
  amount: number | null;
}

export interface ScanAnswer {
  html: string;
  ready: ReadyLine[];
  /** Ids of the lines that cannot be taken. */
  wrong: string[];
  /** Ids of those that search could not look up: they are asked about again. */
  unchecked: string[];
  /** What became of the last line, to be read out. */
  announcement: string;
}
