/** Compares a version of Node with the versions that package.json supports. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Manifest = z.object({ engines: z.object({ node: z.string() }) });
/** One supported line of versions, for example `^22.12`. */
const line = /^\^(\d+)(?:\.(\d+))?$/;

/** Returns one sentence for a version outside `engines`, or null for a supported one. */
export function unsupportedNode(version = process.versions.node): string | null {
  const { engines } = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSupported = engines.node.split('||').some((range) => {
    const [, wanted, least = '0'] = line.exec(range.trim()) ?? [];
    return Number(wanted) === major && minor >= Number(least);
  });
  return isSupported
    ? null
    : `Node ${version} is not supported: install Node 24, or another of ${engines.node}. This run continues.`;
}
