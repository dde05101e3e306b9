/**
 * `npm run tool -- sbom`: prints the bill of materials of the shipped packages (P-99), as CycloneDX from the lock file.
 *
 * Quirk: `npm sbom --omit dev` also omits shipped packages that a tool needs (express, react). So this requests the
 * whole tree and removes the packages that npm marks as development only.
 */
import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { commandOf } from '../sandbox/command-line';

commandOf('tool -- sbom', {});

const toolsOnly = 'cdx:npm:package:development';
const Component = z.looseObject({
  'bom-ref': z.string(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
});
const Bom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(Component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

const made = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 256 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (made.status !== 0) throw new Error('npm could not read the lock file');
const bom = Bom.parse(JSON.parse(made.stdout));
const components = bom.components.filter(
  ({ properties = [] }) =>
    !properties.some(({ name, value }) => name === toolsOnly && value === 'true'),
);
const kept = new Set([
  bom.metadata.component['bom-ref'],
  ...components.map((one) => one['bom-ref']),
]);
const dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => kept.has(ref)) }));
// npm names the root component after its folder.
const { component } = bom.metadata;
const named = { ...component, name: component['bom-ref'].replace(/@[^@]*$/, '') };
const metadata = { ...bom.metadata, component: named };
process.stdout.write(
  `${JSON.stringify({ ...bom, metadata, components, dependencies }, null, 2)}\n`,
);
