/** `2026-03-04T09:15:00`, with or without zone; without one it is UTC (contract/erp.md 2.6). */
export function instantFrom(text: string | null): Date | null {
  if (!text) return null;
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
  const instant = new Date(zoned.replace(' ', 'T'));
  return Number.isNaN(instant.getTime()) ? null : instant;
}
