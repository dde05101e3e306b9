/**
 * The log's second filter (P-71, P-72). The first one is that lines are written from allow-listed fields. This one
 * processes every field of every line:
 * - it redacts fields named like a secret;
 * - it replaces anything in a text that looks like a secret or personal data;
 * - it truncates long texts;
 * - it replaces characters that some readers treat as line breaks.
 * Fields bound to a logger (reference, customer) are not processed.
 *
 * Limits: a name or street cannot be distinguished from other words, so texts that could contain one are not logged.
 * See `redactEchoes` for what the ERP repeats of the data it was sent.
 */
const maxText = 512;
const maxStack = 4_000;

const nets: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Characters that JSON leaves as they are and a terminal interprets or reverses: `docker logs` prints the lines raw.
  [/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, ' '],
  [/\beyJ[\w-]{6,}(?:\.[\w-]*){0,4}/g, '[token]'],
  [/\b(bearer|basic) +[\w.~+/=-]{6,}/gi, '$1 [token]'],
  [
    /\b((?:\w*(?:token|password|secret|cookie|verifier|api_?key))["']?\s*[=:]\s*["']?)[^\s"'&,;<>}]+/gi,
    '$1[secret]',
  ],
  [/\b((?:code|state|nonce|session_state)=)[^\s"'&,;<>}]+/gi, '$1[secret]'],
  // Matches e-mail addresses. In a path the @ is percent-encoded, once or (by a careless link) twice.
  [/(?<![\w.+%-])[\w.+%-]+(?:@|%(?:25)*40)[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [/\b[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){3,7}\b/g, '[account]'],
  [
    /\b(?:BE ?[01]\d{3}[. ]?\d{3}[. ]?\d{3}|NL ?\d{9}B\d{2}|FR ?\w{2} ?\d{9}|LU ?\d{8}|DE ?\d{9})\b/gi,
    '[VAT number]',
  ],
  [/(?:\+|%2B|\b00)[1-9]\d{0,2}(?:(?:[ ./()-]|%20){0,2}\d{2,4}){3,5}\b/g, '[telephone]'],
  [/\b0\d{1,3}[ /.]\d{2,3}(?:[ .]\d{2,3}){2}\b/g, '[telephone]'],
];

/** Truncates long values: no log line may contain a body or a flood. */
export const short = (text: string): string =>
  text.length > maxText ? `${text.slice(0, maxText)}…` : text;

export function redactText(text: string, most = maxText): string {
  let clean = text.length > most ? `${text.slice(0, most)}…` : text;
  for (const [pattern, instead] of nets) clean = clean.replace(pattern, instead);
  return clean;
}

const secretNames: ReadonlySet<string> = new Set([
  'password',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'cookie',
  'authorization',
]);

/** A log line, or a part of one, with every text redacted. */
function redactValue(value: unknown, key = ''): unknown {
  if (secretNames.has(key)) return '[redacted]';
  if (typeof value === 'string') return redactText(value, key === 'stack' ? maxStack : maxText);
  if (Array.isArray(value)) return value.map((one: unknown) => redactValue(one));
  if (typeof value !== 'object' || value === null) return value;
  return scrubbedFields(value);
}

export const scrubbedFields = (line: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(line).map(([key, value]) => [key, redactValue(value, key)]));

/** `product.template`, `_id`: field names contain a dot or an underscore after their first character. */
const fieldName = /^\w[^\W_]*[._][\w.]*$/;

/**
 * Drops the text from the first opening bracket on, unless it is a field name; `text` ends before a closing bracket.
 */
function withoutBracketed(text: string): string {
  const opens = text.indexOf('[');
  return opens < 0 || fieldName.test(text.slice(opens + 1)) ? text : `${text.slice(0, opens)}[…`;
}

/**
 * Removes the customer's search text from a search engine's message: it is in brackets, as are field names, which stay.
 */
export function withoutQuoted(text: string): string {
  const pieces = text.slice(0, maxStack).split(']');
  const behind = pieces.pop() ?? '';
  return [...pieces.map(withoutBracketed), behind].join(']');
}

/** Shorter pieces are common words; removing them would leave nothing to read. */
const leastEcho = 4;

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value instanceof FormData) yield* textsIn([...value.values()]);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

/** Removes from an upstream's message what it repeats of the request or knows about the customer. */
export function redactEchoes(text: string, sent: unknown, instead = '[as sent]'): string {
  // The text is cut first, because no more is ever logged and each echoed word is searched in all of it.
  let clean = text.slice(0, maxStack);
  for (const piece of textsIn(sent)) {
    const word = piece.trim();
    if (word.length >= leastEcho) clean = clean.replaceAll(word, instead);
  }
  return clean;
}

/**
 * `KeyError`, `account.move`, `body.lines`. A login may look like a field, so fields are recognized by their first
 * part.
 */
const codes =
  /\b(?:\w*[a-z](?:Error|Exception|Warning|Violation)|(?:account|base|body|coupon|crm|delivery|ir|loyalty|mail|path|payment|product|query|res|sale|shopinvader|stock|uom)(?:[._][a-z\d]+)+)\b/g;

/** The classes, models and fields that an upstream's message names. */
export const codesIn = (text: string): string => (text.match(codes) ?? []).join(' ');
