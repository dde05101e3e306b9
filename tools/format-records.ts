/**
 * Formats the search vocabularies and the judged queries with one record per line, so that a change of one concept
 * changes one line. `npm run format` writes them; `npm run check` only compares (`--check`).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isCommand } from './is-command';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Maximum columns of a line of plain words. */
const lineWidth = 160;

const folders = ['words', 'tools/relevance'];

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isRecord = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !isList(value);

/** JSON on one line, spaced like Prettier: `{ "id": "x", "words": ["a", "b"] }`. */
function formatInline(value: Json): string {
  if (isList(value)) return `[${value.map(formatInline).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${formatInline(each)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Wraps words at `lineWidth` columns; a longer word gets its own line. */
function wrapWords(words: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  for (const [at, word] of words.entries()) {
    const text = at === words.length - 1 ? word : `${word},`;
    const last = lines.at(-1);
    const joined = `${last ?? indent} ${text}`;
    if (last === undefined || joined.length > lineWidth) lines.push(`${indent}${text}`);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}

function formatList(list: readonly Json[], indent: string): string {
  if (list.length === 0) return '[]';
  const inner = `${indent}  `;
  const each = list.map(formatInline);
  const isPlain = list.every((value) => !isList(value) && !isRecord(value));
  const lines = isPlain ? wrapWords(each, inner) : each.map((one) => `${inner}${one}`);
  const end = isPlain ? '\n' : ',\n';
  return `[\n${lines.join(end)}\n${indent}]`;
}

/** Text of a file: one line for each member of the document and for each record of a list. */
export function formatRecords(document: Json): string {
  if (isList(document)) return `${formatList(document, '')}\n`;
  if (!isRecord(document)) return `${JSON.stringify(document)}\n`;
  const members = Object.entries(document).map(
    ([key, value]) =>
      `  ${JSON.stringify(key)}: ${isList(value) ? formatList(value, '  ') : formatInline(value)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

const listRecordFiles = (): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${folder}/${name}`),
  );

function main(): void {
  const isCheck = process.argv.includes('--check');
  for (const file of listRecordFiles()) {
    const text = readFileSync(file, 'utf8');
    const formatted = formatRecords(JSON.parse(text) as Json);
    if (text === formatted) continue;
    if (!isCheck) {
      writeFileSync(file, formatted);
      continue;
    }
    console.error(`${file}: not one record a line. Run: npm run format`);
    process.exitCode = 1;
  }
}

if (isCommand(import.meta.url)) main();
