/** Few files import the framework. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const naming = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return naming(path);
      return /(?<!\.test)\.tsx?$/.test(name) &&
        readFileSync(path, 'utf8').includes("from '@remix-run/")
        ? [path]
        : [];
    })
    .sort();

describe('the framework', () => {
  it('SHELL-01 Remix is imported by the start-up files, and by two modules on behalf of all others', () => {
    expect(naming('app')).toEqual([
      'app/base/framework/server.ts',
      'app/base/framework/view.ts',
      'app/entry.server.tsx',
      'app/routes.ts',
    ]);
  });

  it('SHELL-01 server code imports Remix only for the request handler and the build type', () => {
    expect(naming('server')).toEqual([
      'server/app.ts',
      'server/http/address/route-patterns.ts',
      'server/http/branch-handlers.ts',
      'server/http/policy/route-policy.ts',
      'server/index.ts',
      'server/start-shop.ts',
    ]);
  });
});
