/** The documents: a short README, existing commands, every log event explained, few decisions and terms. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proofs, tools } from '../../tools/commands';

const read = (file: string): string => readFileSync(file, 'utf8');

describe('the operator’s guide', () => {
  it('P-74 the operator’s guide explains every event that the code logs, and no other event', () => {
    const files = ['server', 'app'].flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .map((name) => join(folder, String(name)))
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)),
    );
    const event = "'([a-z_]+(?:\\.[a-z_]+)+)'";
    const logged = new Set<string>();
    for (const file of files) {
      const text = read(file);
      const lists = file.endsWith('security-log.ts')
        ? text.matchAll(new RegExp(`\\| ${event}`, 'g'))
        : [];
      for (const [, one = '', other] of [
        ...text.matchAll(new RegExp(`event: ${event}`, 'g')),
        ...text.matchAll(
          new RegExp(`event: [^'\\n]*'[^'\\n]*'[^'\\n]*\\? ${event} : ${event}`, 'g'),
        ),
        ...lists,
      ]) {
        logged.add(one);
        if (other !== undefined) logged.add(other);
      }
    }
    // The code composes these event names from the name of the service, so the text search above does not find them.
    for (const service of ['erp', 'identity', 'search']) logged.add(`${service}.called`);
    const rows = read('docs/operating/log-events.md')
      .split('\n')
      .filter((row) => row.startsWith('| `'));
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    expect(logged.size).toBeGreaterThan(90);
    expect(named.length).toBe(new Set(named).size);
    expect([...named].sort()).toEqual([...logged].sort());
  });

  it('OPS-08 P-74 the operator’s guide uses only commands of package.json and of the built shop', () => {
    const folder = 'docs/operating';
    const papers = ['README.md', ...readdirSync(folder).map((name) => join(folder, name))]
      .map(read)
      .join('\n');
    const entries = read('tools/build.ts').split('entryPoints').slice(1).join('');
    const built = [...papers.matchAll(/dist\/([\w-]+)\.js/g)].map(([, name = '']) => name);
    expect(new Set(built).size).toBeGreaterThanOrEqual(5);
    for (const name of built) expect(entries, name).toMatch(new RegExp(`['\\s]${name}'?:`));
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const run = [...papers.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(new Set(run).size).toBeGreaterThanOrEqual(12);
    for (const name of run) expect(Object.keys(scripts)).toContain(name);
    for (const [script, table] of Object.entries({ proof: proofs, tool: tools }))
      for (const [, name = ''] of papers.matchAll(
        new RegExp(`npm run (?:-s )?${script} -- ([\\w-]+)`, 'g'),
      ))
        expect(Object.keys(table)).toContain(name);
  });

  it('P-74 package.json has at most 18 scripts, and each npm run proof and npm run tool names an existing file', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(18);
    const commands = [...Object.values(proofs), ...Object.values(tools)];
    for (const command of commands)
      for (const file of 'file' in command
        ? [command.file]
        : command.tests.filter((word) => word.endsWith('.ts')))
        expect(existsSync(file), file).toBe(true);
  });

  it('OPS-03 every event that npm run logs describes is logged by the code', () => {
    const named = read('docs/operating/log-events.md');
    const words = read('server/observe/in-words.ts');
    const [, map = ''] = words.split('const events');
    for (const [, event = ''] of (map.split('};')[0] ?? '').matchAll(/'([a-z_]+\.[a-z_.]+)':/g))
      expect(named, event).toContain(`\`${event}\``);
  });

  it('P-74 the README has at most 900 words, starts with one picture of at most 150 kB, and links to existing pages', () => {
    const readme = read('README.md');
    expect(readme.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(900);
    const pictures = [...readme.matchAll(/!\[[^\]]{20,}\]\(([^)]+)\)/g)].map(
      ([, file = '']) => file,
    );
    expect(pictures).toHaveLength(1);
    const [picture = ''] = pictures;
    expect(readme.indexOf(picture)).toBeLessThan(200);
    expect(statSync(picture).size).toBeLessThanOrEqual(150_000);
    expect(readme).not.toContain('<!-- settings -->');
    const sections = [...readme.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual([
      'Run it',
      'Test it',
      'How it works',
      'Operate it',
      'Find a request in the logs',
      'Add a feature',
    ]);
    for (const [, link = ''] of readme.matchAll(/\]\((docs\/[^)#]+)/g))
      expect(() => statSync(link), link).not.toThrow();
  });

  it('P-74 the index of decisions lists every record; there are at most 30, each of 150 to 350 words', () => {
    const index = read('docs/decisions/README.md');
    const records = readdirSync('docs/decisions').filter((name) => name !== 'README.md');
    expect(records.length).toBeLessThanOrEqual(30);
    for (const name of records) {
      expect(index, name).toContain(`](${name})`);
      const { length } = read(join('docs/decisions', name)).split(/\s+/);
      expect(length, name).toBeGreaterThanOrEqual(150);
      expect(length, name).toBeLessThanOrEqual(350);
    }
  });

  it('P-74 the glossary has at most 40 entries in alphabetical order', () => {
    const rows = read('docs/glossary.md').matchAll(/^\| ([a-z][\w ]*?) +\|/gm);
    const terms = [...rows].map(([, term = '']) => term).slice(1);
    expect(terms.length).toBeLessThanOrEqual(40);
    expect(terms).toEqual([...terms].sort());
  });
});
