/** What a quotation's form gets back when it was not taken: everything typed, and what is wrong. */
export interface QuotationAnswer {
  kind: 'quotation-answer';
  /** Every field as it was posted. */
  typed: Readonly<Record<string, string>>;
  /** Texts by field name, in the customer's language. */
  faults: Readonly<Record<string, string>>;
  /** About the form as a whole. */
  general: readonly string[];
}
