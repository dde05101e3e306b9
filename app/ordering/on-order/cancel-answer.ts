/** Response to the cancel form, with its input. */
export interface CancelAnswer {
  kind: 'cancel-answer';
  typed: string;
  /** Error at the quantity field. */
  fault: string | null;
  /** Why the cancellation failed. */
  problem: string | null;
  /** Quantity to confirm; null while the customer is choosing it. */
  confirm: number | null;
  /**
   * Key of the form that asks for confirmation, which can be answered once. Absent in answers of an earlier release.
   */
  formKey?: string;
}

export const isCancelAnswer = (value: unknown): value is CancelAnswer =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'cancel-answer';
