import { z } from 'zod';

/** Operator messages for the system's file errors. */
const words: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EISDIR: 'is a folder, not a file',
  EACCES: 'cannot be accessed by this user',
  EPERM: 'cannot be accessed by this user',
  EROFS: 'lies on a disk that cannot be written',
  Z_DATA_ERROR: 'is no gzip file, or is damaged',
  Z_BUF_ERROR: 'ends in the middle',
  ENOSPC: 'does not fit on its disk',
};

const Fault = z.object({
  code: z.string(),
  path: z.string().optional(),
  dest: z.string().optional(),
});

/** Message such as `shop.log is not there`; other errors keep their own message. */
export function fileFault(error: unknown, file: string | null = null): string {
  if (!(error instanceof Error)) return String(error);
  const fault = Fault.safeParse({ ...error }).data;
  const told = words[fault?.code ?? ''];
  // In a copy, a full disk or a read-only file system concerns the destination; a missing file concerns the source.
  const target = fault?.code === 'ENOSPC' || fault?.code === 'EROFS' ? fault.dest : undefined;
  const path = target ?? fault?.path ?? file;
  return told === undefined || path === null ? error.message : `${path} ${told}`;
}
