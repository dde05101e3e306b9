/** What `npm run check` looks at; `npm test` runs the same beside the unit tests. */
export const checkSteps: readonly (readonly [name: string, command: string, ...args: string[]])[] =
  [
    ['types', 'npx', 'tsc', '--noEmit', '-p', '.'],
    [
      'lint',
      'npx',
      'eslint',
      '.',
      '--max-warnings',
      '0',
      '--cache',
      '--cache-location',
      'node_modules/.cache/eslint/',
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
      'scripts',
      'tests',
      '--output-type',
      'err',
    ],
    ['unused code', 'npx', 'knip', '--no-progress'],
    ['citations', 'npx', 'tsx', 'scripts/check-citations.ts'],
    ['records', 'npx', 'tsx', 'scripts/format-records.ts', '--check'],
    ['formatting', 'npx', 'prettier', '--check', '.', '--log-level', 'warn'],
  ];
