/** Steps of `npm run check`. `npm test` runs the same steps in parallel with the tests. */
export const checkSteps: readonly (readonly [name: string, command: string, ...args: string[]])[] =
  [
    [
      'types and lint',
      'node',
      // Node's own limit depends on the machine's memory, and may be too low for two programs.
      '--max-old-space-size=4096',
      '--import',
      'tsx',
      'tools/check-code.ts',
    ],
    [
      'arrows',
      'npx',
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      'app',
      'server',
      'sandbox',
      'tools',
      'load',
      'tests',
      '--output-type',
      'err',
    ],
    ['unused code', 'npx', 'knip', '--no-progress'],
    ['citations', 'npx', 'tsx', 'tools/check-citations.ts'],
    ['prose', 'npx', 'tsx', 'tools/check-prose.ts'],
    ['domain map', 'npx', 'tsx', 'tools/domain-map.ts', '--check'],
    ['compatibility', 'npx', 'tsx', 'tools/compatibility.ts', '--check'],
    ['records', 'npx', 'tsx', 'tools/format-records.ts', '--check'],
    ['formatting', 'npx', 'prettier', '--check', '.', '--log-level', 'warn'],
  ];
