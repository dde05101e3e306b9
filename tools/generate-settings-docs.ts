/** Writes the documents generated from the settings: the table in docs/operating/settings.md and .env.example. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { settingNames, settings, type Setting } from '../server/settings';
import { isCommand } from './is-command';

export const settingsPage = 'docs/operating/settings.md';
const exampleFile = '.env.example';
const pattern = /<!-- settings -->[\s\S]*<!-- \/settings -->/;

export async function pageWithSettings(page: string): Promise<string> {
  const rows = settingNames.map((name) => {
    const { fallback, secret, about }: Setting = settings[name];
    const shown = fallback ? `\`${fallback}\`` : '';
    return `| \`${name}\`${secret ? ' (secret)' : ''} | ${shown} | ${about} |`;
  });
  const table = ['| name | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
  const text = page.replace(pattern, () => `<!-- settings -->\n\n${table}\n\n<!-- /settings -->`);
  return format(text, { parser: 'markdown', printWidth: 100 });
}

/** Variables of the sample deployment in compose.yaml: passwords of its servers, beside the shop's settings. */
const setSecrets: Readonly<Record<string, string>> = {
  KEYCLOAK_ADMIN_PASSWORD: 'administrator of Keycloak in the whole set',
  GRAFANA_ADMIN_PASSWORD: 'administrator of Grafana in the whole set',
  SHOP_HOST: 'public name of the whole set; `shop.localhost` unless given',
  BUILD_COMMIT: 'commit that the image is built from: `git rev-parse --short HEAD`',
  NODE_IMAGE:
    'base of the image, by digest where it is to stay the same (docs/operating/install.md)',
};
const comment = (about: string): string => `# ${about.replaceAll('`', '')}`;

export function exampleEnvironment(): string {
  const lines = [
    '# Settings of the shop and of compose.yaml. Copy to .env and fill in; what is commented out has a default.',
    '# Secrets: openssl rand -hex 32. A secret may also come from a file: SESSION_SECRET_FILE=/path and so on.',
    '',
  ];
  for (const name of settingNames) {
    const { schema, fallback, about }: Setting = settings[name];
    const needed = !fallback && !schema.safeParse(undefined).success;
    lines.push(comment(about), `${needed ? '' : '#'}${name}=${fallback ?? ''}`, '');
  }
  lines.push('# The whole set (docker compose --profile whole up) needs these as well:', '');
  for (const [name, about] of Object.entries(setSecrets))
    lines.push(comment(about), `#${name}=`, '');
  return `${lines.join('\n').trimEnd()}\n`;
}

if (isCommand(import.meta.url)) {
  writeFileSync(settingsPage, await pageWithSettings(readFileSync(settingsPage, 'utf8')));
  writeFileSync(exampleFile, exampleEnvironment());
}
