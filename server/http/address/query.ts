/** Query of a request: everything after the first question mark (RFC 3986, 3.4). */
export function queryOf({ originalUrl }: { originalUrl: string }): string {
  const mark = originalUrl.indexOf('?');
  return mark < 0 ? '' : originalUrl.slice(mark + 1);
}
