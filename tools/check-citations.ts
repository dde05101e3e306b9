/**
 * Every paper that code, tests and docs cite is in this repository: acceptance ids (`CART-07`), promises (`P-46`),
 * sections of the wire (`contract/erp.md 10.5`), decisions and links between pages. Part of `npm run check`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Papers {
  acceptance: ReadonlySet<string>;
  promises: ReadonlySet<number>;
  /** Section numbers of each page of the wire, by its name below docs/contract. */
  sections: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether a path of the repository exists. */
  exists: (path: string) => boolean;
}

const SECTION_LIST = String.raw`(?:,?(?:\s*(?:and|or|to|sections?|§))?\s*\d+(?:\.\d+)*[a-z]?(?![\w%]))`;
const WIRE = new RegExp(String.raw`contract/([\w-]+)\.md(${SECTION_LIST}*)`, 'g');
const LINK = /\[[^[\]]*\]\(([^()\s#]+)(?:[\s#][^()]*)?\)/g;
const REPOSITORY_PATH = /`?(docs\/[\w./-]+\.\w+)`?/g;

const matches = (text: string, expression: RegExp): RegExpExecArray[] => [
  ...text.matchAll(expression),
];

function wireFaults(text: string, { sections }: Papers): string[] {
  return matches(text, WIRE).flatMap(([, page = '', numbers = '']) => {
    const known = sections.get(page);
    if (!known) return [`contract/${page}.md is not in docs/contract`];
    return matches(numbers, /\d+(?:\.\d+)*[a-z]?/g)
      .filter(([number]) => !known.has(number))
      .map(([number]) => `contract/${page}.md has no section ${number}`);
  });
}

function idFaults(text: string, { acceptance, promises }: Papers): string[] {
  const areas = [...new Set([...acceptance].map((id) => id.slice(0, id.indexOf('-'))))];
  const lines = matches(text, new RegExp(String.raw`\b(?:${areas.join('|')})-\d{2}\b`, 'g'))
    .filter(([id]) => !acceptance.has(id))
    .map(([id]) => `docs/acceptance.md has no line ${id}`);
  const rows = matches(text, /\bP-(\d{1,3})\b/g)
    .filter(([, row]) => !promises.has(Number(row)))
    .map(([id]) => `docs/promises.md has no row ${id}`);
  return [...lines, ...rows];
}

function pathFaults(file: string, text: string, { exists }: Papers): string[] {
  const named = matches(text, REPOSITORY_PATH).map(([, path = '']) => path);
  const linked = file.endsWith('.md')
    ? matches(text, LINK)
        .map(([, to = '']) => to)
        .filter((to) => !/^[a-z][a-z+.-]*:/i.test(to) && !to.startsWith('/'))
        .map((to) => normalize(join(dirname(file), to)))
    : [];
  return [...named, ...linked].filter((path) => !exists(path)).map((path) => `no file ${path}`);
}

/** What one file cites and the repository does not have. */
export function citationFaults(file: string, text: string, papers: Papers): string[] {
  const faults = [...wireFaults(text, papers), ...idFaults(text, papers)];
  return [...new Set([...faults, ...pathFaults(file, text, papers)])];
}

const headingsOf = (text: string): Set<string> =>
  new Set(matches(text, /^#{2,5} (\d+(?:\.\d+)*[a-z]?)[. ]/gm).map(([, number = '']) => number));

/** A line starts with its id, or names several after one another; the areas are those that start a line. */
function acceptanceIds(text: string): string[] {
  const areas = new Set(matches(text, /^- ([A-Z][A-Z\d]+)-\d{2} /gm).map(([, area = '']) => area));
  return matches(text, new RegExp(String.raw`\b(?:${[...areas].join('|')})-\d{2}\b`, 'g')).map(
    ([id]) => id,
  );
}

export function readPapers(): Papers {
  const contract = (name: string): [string, Set<string>] => [
    name,
    headingsOf(readFileSync(`docs/contract/${name}.md`, 'utf8')),
  ];
  const acceptance = readFileSync('docs/acceptance.md', 'utf8');
  const promises = readFileSync('docs/promises.md', 'utf8');
  return {
    acceptance: new Set(acceptanceIds(acceptance)),
    promises: new Set(matches(promises, /^\|\s*(\d{1,3})\s*\|/gm).map(([, row]) => Number(row))),
    sections: new Map(['erp', 'search', 'erp-observed'].map(contract)),
    exists: existsSync,
  };
}

/** Data, lock files and the papers' own sources cite nothing that could be looked up here. */
const isRead = (file: string): boolean =>
  /\.(tsx?|mjs|cjs|js|md|css|ya?ml)$/.test(file) &&
  !/^(docs\/contract\/|docs\/acceptance\.md|tests\/architecture\/citations\.test\.ts|tools\/check-citations\.ts)/.test(
    file,
  );

function main(): void {
  const papers = readPapers();
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => isRead(file) && existsSync(file));
  const faults = files.flatMap((file) =>
    citationFaults(file, readFileSync(file, 'utf8'), papers).map((fault) => `${file}: ${fault}`),
  );
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
