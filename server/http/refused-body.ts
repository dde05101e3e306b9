/** Error for a rejected body: `last-resort.ts` logs the reason and responds with `status`. */
export const refusedBody = (status: 400 | 411 | 413 | 415, why: string): Error =>
  Object.assign(new Error(why), { status });
