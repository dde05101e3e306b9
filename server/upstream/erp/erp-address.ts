/**
 * Addresses of ERP calls (contract/erp.md 2.1, 2.5). Templates are filled segment by segment, arrays repeat a bracketed
 * name, and a file that the ERP links to is fetched only from the ERP's host (6.15).
 */
export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

const segment = /^[\w.@~-]{1,128}$/;

/**
 * Fills a template. A value that could leave its segment is a bug or an attack: it throws and nothing is sent (P-37).
 */
export function fillPath(
  template: string,
  params: Readonly<Record<string, string | number>>,
): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (!segment.test(value) || /^\.+$/.test(value)) {
      throw new RangeError(`${template}: ${name} is not a path segment`);
    }
    return encodeURIComponent(value);
  });
}

/** Address of a file on the ERP's own host; null for any other host (P-37). */
export function fileAddress(base: string, given: string): string | null {
  if (!URL.canParse(given, base)) return null;
  const url = new URL(given, base);
  const isOwn = url.origin === new URL(base).origin && url.username === '' && url.password === '';
  return isOwn ? url.href : null;
}

export function queryString(query: Readonly<Record<string, QueryValue>> | undefined): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const item of value) params.append(`${name}[]`, String(item));
    else params.append(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
