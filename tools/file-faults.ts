import { z } from 'zod';

/** What the system says of a file, for who typed its name. */
const words: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EISDIR: 'is a folder, not a file',
  EACCES: 'is not open to this user',
  EPERM: 'is not open to this user',
  EROFS: 'lies on a disk that cannot be written',
  Z_DATA_ERROR: 'is no gzip file, or is damaged',
  Z_BUF_ERROR: 'ends in the middle',
  ENOSPC: 'finds no room on its disk',
};

const Fault = z.object({
  code: z.string(),
  path: z.string().optional(),
  dest: z.string().optional(),
});

/** `shop.log is not there`; any other fault in its own words. */
export function fileFault(error: unknown, file: string | null = null): string {
  if (!(error instanceof Error)) return String(error);
  const fault = Fault.safeParse({ ...error }).data;
  const told = words[fault?.code ?? ''];
  // Of a copy, what is full or closed is where it goes; what is missing is where it comes from.
  const target = fault?.code === 'ENOSPC' || fault?.code === 'EROFS' ? fault.dest : undefined;
  const path = target ?? fault?.path ?? file;
  return told === undefined || path === null ? error.message : `${path} ${told}`;
}
