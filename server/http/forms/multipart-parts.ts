/** Limit for the headers of one part: field name, file name and type. */
const maxHeadBytes = 4 * 1024;
/** Browsers send two headers per part, other clients a few more (RFC 7578, 4.2, 4.4, 4.7). */
const maxHeaders = 8;

/**
 * `head` begins after the part's delimiter; `isCut`: it was cut off at maxHeadBytes, which no browser's headers reach.
 */
function isPlainHead(head: Buffer, isCut: boolean): boolean {
  const end = head.indexOf('\r\n\r\n');
  if (end < 0 && isCut) return false;
  const headers = head.subarray(0, Math.max(end, 0));
  let count = 0;
  // The first line break belongs to the delimiter.
  for (let at = headers.indexOf('\r\n'); at >= 0; at = headers.indexOf('\r\n', at + 2)) count += 1;
  return count <= maxHeaders;
}

/**
 * Whether a multipart body may be parsed (P-88): at most `maxParts` parts, and no part with more headers than a browser
 * sends. Scans the bytes once. The boundary occurs once before each part and once at the end.
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
