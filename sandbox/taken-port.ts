import { z } from 'zod';

const Taken = z.object({ code: z.literal('EADDRINUSE'), port: z.number() });

/** The port that another process listens on, when that is why a server did not start. */
export const takenPort = (error: unknown): number | null =>
  error instanceof Error ? (Taken.safeParse({ ...error }).data?.port ?? null) : null;
