/**
 * Writes docs/domain-map.md from docs/wings.json, which defines the order of the folders of `app`. `npm run format`
 * writes the page; `npm run check` only compares (`--check`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';

const page = 'docs/domain-map.md';

type Wings = Readonly<
  Record<string, { readonly about: string; readonly folders: Readonly<Record<string, string>> }>
>;

const head = `# Domain map

\`npm run format\` writes this page from \`docs/wings.json\`. The order is the rule: a folder imports values from folders above it in these tables only, and \`npm run check\` enforces that. Types may point anywhere, because they vanish in the build.
`;

const foot = `
\`app/routes\` comes after all wings: thin adapters, one per address. \`app/routes.ts\` is their map.

Outside \`app\`:

- \`server\`: configuration, session and sign-in, transport to ERP and search, log and metrics. It never imports \`app\`; it loads the built bundle.
- \`sandbox\`: stand-ins that speak the real protocols, and the sample data.
- \`tools\`: commands of developers and operators. \`load\`: benchmarks and fault proofs.
- \`tests\`: contract, http (without script), browser, provider, architecture.
- \`locales\`: every text in three languages.
`;

function formatDomainMap(wings: Wings): Promise<string> {
  const sections = Object.entries(wings).map(([wing, { about, folders }]) => {
    const rows = Object.entries(folders).map(([folder, what]) => `| \`${folder}\` | ${what} |`);
    return `\n## app/${wing}: ${about}\n\n| folder | holds |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  return format(`${head}${sections.join('')}${foot}`, { parser: 'markdown', printWidth: 100 });
}

const expected = await formatDomainMap(
  JSON.parse(readFileSync('docs/wings.json', 'utf8')) as Wings,
);
if (!process.argv.includes('--check')) writeFileSync(page, expected);
else if (readFileSync(page, 'utf8') !== expected) {
  console.error(`${page} differs from docs/wings.json. Run: npm run format`);
  process.exitCode = 1;
}
