/** Headers of one part: a name of a field, a name of a file, a type. */
const maxHeadBytes = 4 * 1024;
/** Browsers send two, other clients some more (RFC 7578, 4.2, 4.4, 4.7). */
const maxHeaders = 8;

/** `head` begins behind the part's delimiter, and is cut where no browser's headers reach. */
function isPlainHead(head: Buffer, isCut: boolean): boolean {
  const end = head.indexOf('\r\n\r\n');
  if (end < 0 && isCut) return false;
  const headers = head.subarray(0, Math.max(end, 0));
  let count = 0;
  // The first line end is that of the delimiter.
  for (let at = headers.indexOf('\r\n'); at >= 0; at = headers.indexOf('\r\n', at + 2)) count += 1;
  return count <= maxHeaders;
}

/**
 * Whether a multipart body may be parsed (P-88): it has no more parts than `maxParts`, and none of them has more
 * headers than a browser sends. One pass over the bytes. The boundary stands once before each part and once at the end.
 */
export function arePlainParts(bytes: Buffer, boundary: string, maxParts: number): boolean {
  const delimiter = `--${boundary}`;
  let count = 0;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    count += 1;
    if (count > maxParts + 1) return false;
    const start = at + delimiter.length;
    const head = bytes.subarray(start, start + maxHeadBytes);
    if (!isPlainHead(head, start + head.length < bytes.length)) return false;
  }
  return true;
}
