/**
 * Checks that everything cited by code, tests and docs exists in this repository: acceptance ids (`CART-07`), promises
 * (`P-46`), sections of the contract (`contract/erp.md 10.5`), decisions and links between pages. Part of `npm run
 * check`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { isCommand } from './is-command';

interface Papers {
  acceptance: ReadonlySet<string>;
  promises: ReadonlySet<number>;
  /** Section numbers of each contract page, by its name below docs/contract. */
  sections: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether a path exists in the repository. */
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

/** Citations in one file that the repository cannot resolve. */
export function citationFaults(file: string, text: string, papers: Papers): string[] {
  const faults = [...wireFaults(text, papers), ...idFaults(text, papers)];
  return [...new Set([...faults, ...pathFaults(file, text, papers)])];
}

const headingsOf = (text: string): Set<string> =>
  new Set(matches(text, /^#{2,5} (\d+(?:\.\d+)*[a-z]?)[. ]/gm).map(([, number = '']) => number));

/**
 * The ids of the acceptance document, in which each line starts with one or several ids. An area such as `CART` is
 * valid if a line starts with it.
 */
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

/** Excludes data, lock files and the cited documents themselves. */
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

if (isCommand(import.meta.url)) main();
