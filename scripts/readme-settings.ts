/** Prints the README's table of settings from the schema, between its two markers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { settingNames, settings, type Setting } from '../server/settings';

const file = 'README.md';
const pattern = /<!-- settings -->[\s\S]*<!-- \/settings -->/;

export async function readmeWithSettings(readme: string): Promise<string> {
  const rows = settingNames.map((name) => {
    const { fallback, about }: Setting = settings[name];
    const shown = fallback ? `\`${fallback}\`` : '';
    return `| \`${name}\` | ${shown} | ${about} |`;
  });
  const table = ['| name | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
  const text = readme.replace(pattern, () => `<!-- settings -->\n\n${table}\n\n<!-- /settings -->`);
  return format(text, { parser: 'markdown', printWidth: 100 });
}

if (process.argv[1]?.endsWith('readme-settings.ts')) {
  writeFileSync(file, await readmeWithSettings(readFileSync(file, 'utf8')));
}
