/**
 * The second filter of the log (P-71, P-72). The first is that lines are written from lists of allowed fields;
 * this one goes over every field of every line: one with the name of a secret is left out, in every text what looks like
 * a secret or like personal data is replaced, long texts are cut, and what some readers take for the end of a line
 * becomes a space. Names that a logger is bound to (reference, customer) are not gone over.
 *
 * Limits: a name or a street cannot be distinguished from other words, so texts that could hold one are not logged;
 * see `withoutEchoes` for what the ERP sends back of what it was sent.
 */
const maxText = 512;
const maxStack = 4_000;

const nets: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // What JSON leaves as it is and a terminal carries out or writes backwards: `docker logs` prints the lines raw.
  [/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, ' '],
  [/\beyJ[\w-]{6,}(?:\.[\w-]*){0,4}/g, '[token]'],
  [/\b(bearer|basic) +[\w.~+/=-]{6,}/gi, '$1 [token]'],
  [
    /\b((?:\w*(?:token|password|secret|cookie|verifier|api_?key))["']?\s*[=:]\s*["']?)[^\s"'&,;<>}]+/gi,
    '$1[secret]',
  ],
  [/\b((?:code|state|nonce|session_state)=)[^\s"'&,;<>}]+/gi, '$1[secret]'],
  // In a path it is percent-encoded, once or by a careless link twice.
  [/(?<![\w.+%-])[\w.+%-]+(?:@|%(?:25)*40)[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [/\b[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){3,7}\b/g, '[account]'],
  [
    /\b(?:BE ?[01]\d{3}[. ]?\d{3}[. ]?\d{3}|NL ?\d{9}B\d{2}|FR ?\w{2} ?\d{9}|LU ?\d{8}|DE ?\d{9})\b/gi,
    '[VAT number]',
  ],
  [/(?:\+|%2B|\b00)[1-9]\d{0,2}(?:(?:[ ./()-]|%20){0,2}\d{2,4}){3,5}\b/g, '[telephone]'],
  [/\b0\d{1,3}[ /.]\d{2,3}(?:[ .]\d{2,3}){2}\b/g, '[telephone]'],
];

/** Cuts long values: no log line carries a body or a flood. */
export const short = (text: string): string =>
  text.length > maxText ? `${text.slice(0, maxText)}…` : text;

export function scrubbedText(text: string, most = maxText): string {
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

/** A log line, or a part of one, with every text scrubbed. */
export function scrubbed(value: unknown, key = ''): unknown {
  if (secretNames.has(key)) return '[redacted]';
  if (typeof value === 'string') return scrubbedText(value, key === 'stack' ? maxStack : maxText);
  if (Array.isArray(value)) return value.map((one: unknown) => scrubbed(one));
  if (typeof value !== 'object' || value === null) return value;
  return scrubbedFields(value);
}

export const scrubbedFields = (line: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(line).map(([key, value]) => [key, scrubbed(value, key)]));

/** `product.template`, `_id`: names of fields have a dot or an underscore behind their first character. */
const fieldName = /^\w[^\W_]*[._][\w.]*$/;

/** A text up to a closing bracket without what stands in it from its first opening bracket on. */
function withoutBracketed(text: string): string {
  const opens = text.indexOf('[');
  return opens < 0 || fieldName.test(text.slice(opens + 1)) ? text : `${text.slice(0, opens)}[…`;
}

/**
 * What a search engine says of a query without what the customer typed: it stands in brackets, as names of
 * fields do, which stay.
 */
export function withoutQuoted(text: string): string {
  const pieces = text.slice(0, maxStack).split(']');
  const behind = pieces.pop() ?? '';
  return [...pieces.map(withoutBracketed), behind].join(']');
}

/** Shorter pieces are words of the trade or of grammar, and would leave nothing to read. */
const leastEcho = 4;

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value instanceof FormData) yield* textsIn([...value.values()]);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

/** A text of an upstream without what it repeats of the request, or else knows of the customer. */
export function withoutEchoes(text: string, sent: unknown, instead = '[as sent]'): string {
  // More of it is logged nowhere, and each word is looked for in all of it.
  let clean = text.slice(0, maxStack);
  for (const piece of textsIn(sent)) {
    const word = piece.trim();
    if (word.length >= leastEcho) clean = clean.replaceAll(word, instead);
  }
  return clean;
}

/** `KeyError`, `account.move`, `body.lines`: a login may look like a field, so fields are known by how they begin. */
const codes =
  /\b(?:\w*[a-z](?:Error|Exception|Warning|Violation)|(?:account|base|body|coupon|crm|delivery|ir|loyalty|mail|path|payment|product|query|res|sale|shopinvader|stock|uom)(?:[._][a-z\d]+)+)\b/g;

/** Of an upstream's own words the classes, models and fields that they name. */
export const codesIn = (text: string): string => (text.match(codes) ?? []).join(' ');
