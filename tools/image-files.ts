/**
 * `npm run tool -- image-files FOLDER`: copies the content of the image into FOLDER: the built shop and, of its
 * packages, the files that a trace finds loadable. Prints their size. Run `npm run build` first.
 */
import { cpSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { commandLine } from '../sandbox/command-line';
import { isCommand } from './is-command';

const entries = [
  'dist/server.js',
  'dist/doctor.js',
  'dist/logs.js',
  'dist/backup.js',
  'dist/load-index.js',
  'dist/conformance.js',
  'build/server/index.js',
];

/** Includes the manifest of each package, from which Node reads the module type. */
async function tracedFiles(): Promise<string[]> {
  const late = readdirSync('dist/parts').map((name) => join('dist/parts', name));
  const scripts = [...entries, ...late.filter((name) => name.endsWith('.js'))];
  const { fileList } = await nodeFileTrace(scripts, {
    // The conditions of Node itself; the tracer adds `import` or `require` by the kind of the import.
    conditions: ['node', 'module-sync', 'production'],
    processCwd: process.cwd(),
  });
  return [...fileList].filter((file) => file.startsWith('node_modules/')).sort();
}

function bytesIn(path: string): number {
  const facts = lstatSync(path);
  if (!facts.isDirectory()) return facts.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

async function writeImageFiles(folder: string): Promise<{ moduleBytes: number }> {
  for (const file of await tracedFiles()) {
    if (statSync(file).isDirectory()) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file), { dereference: true });
  }
  for (const name of ['build', 'dist', 'package.json'])
    cpSync(name, join(folder, name), { recursive: true });
  return { moduleBytes: bytesIn(join(folder, 'node_modules')) };
}

if (isCommand(import.meta.url)) {
  const usage = 'Usage: npm run tool -- image-files FOLDER';
  const [folder, ...more] = commandLine(usage, { allowPositionals: true }).positionals;
  if (folder === undefined || more.length > 0) {
    console.error(usage);
    process.exitCode = 64;
  } else {
    const { moduleBytes } = await writeImageFiles(folder);
    const mb = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
    console.log(`packages ${mb(moduleBytes)}, all ${mb(bytesIn(folder))} in ${folder}`);
  }
}
