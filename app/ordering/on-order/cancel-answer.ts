/** Response to the cancel form, with the customer's input. */
export interface CancelAnswer {
  kind: 'cancel-answer';
  typed: string;
  /** Error text at the quantity field. */
  fault: string | null;
  /** Error text that explains why the cancellation failed. */
  problem: string | null;
  /** Quantity to confirm; null while the customer is choosing it. */
  confirm: number | null;
  /**
   * Key of the form that asks for confirmation, which can be answered once. Absent in responses stored by an earlier
   * release.
   */
  formKey?: string;
}

export const isCancelAnswer = (value: unknown): value is CancelAnswer =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'cancel-answer';
