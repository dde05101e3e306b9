import { z } from 'zod';

const Taken = z.object({ code: z.literal('EADDRINUSE'), port: z.number() });

/** The port that another process occupies, if that is why a server failed to start; else null. */
export const takenPort = (error: unknown): number | null =>
  error instanceof Error ? (Taken.safeParse({ ...error }).data?.port ?? null) : null;
