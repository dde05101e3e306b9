/** Messages between the scan queue and the server. Types only: the server validates with its own schema. */

/** One line as stored in the browser. */
export interface ScanEntry {
  id: string;
  /** Text as typed or scanned. */
  entered: string;
  /** Text of the quantity field; null while the line's row has none. */
  typed: string | null;
  /** Texts of the other labels of the line's row, one per line of text (`labelsText`). */
  labels?: string | undefined;
  /** The customer changed the code last: a quantity in its text is newer than the one in the field. */
  codeFirst?: boolean | undefined;
  /** From a list without a quantity for this line: the shop assumes 1, and its row says so. */
  uncounted?: boolean | undefined;
  /** The line is already in the cart and is only displayed. */
  added?: boolean | undefined;
  /** The page has displayed a question about the quantity, so the line stays open until it is answered. */
  wasAsked?: boolean | undefined;
  /** Scanned on the home page, which adds the line to the cart by itself; other pages ignore it. */
  direct?: boolean | undefined;
}

export interface ScanBody {
  owner: string;
  /** Oldest first. */
  lines: ScanEntry[];
  /** The browser adds ready lines to the cart on the response; their rows are rendered as added. */
  direct: boolean;
}

/** A line that may be added to the cart, separately from the other lines of its row (052). */
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
  /** Ids of the lines whose quantity the customer must confirm. */
  asked: string[];
  /** Ids of the rejected lines. */
  wrong: string[];
  /**
   * Ids of the lines that could not be looked up because the search engine was unavailable; the browser retries them.
   */
  unchecked: string[];
  /** Screen reader announcement for the last line. */
  announcement: string;
}
