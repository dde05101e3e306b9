/** A body that is refused as it was sent: `last-resort.ts` says why in the log, and answers with `status`. */
export const refusedBody = (status: 400 | 411 | 413 | 415, why: string): Error =>
  Object.assign(new Error(why), { status });
