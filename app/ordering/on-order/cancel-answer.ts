/** What the cancel form gets back, with what was typed. */
export interface CancelAnswer {
  kind: 'cancel-answer';
  typed: string;
  /** What is wrong with the quantity. */
  fault: string | null;
  /** Why it was not carried out. */
  problem: string | null;
  /** The quantity to confirm; null while it is still asked for. */
  confirm: number | null;
  /** The form that asked for it: its question may be answered once. Answers of an earlier release have none. */
  formKey?: string;
}

export const isCancelAnswer = (value: unknown): value is CancelAnswer =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'cancel-answer';
