#!/usr/bin/env bash
# zod: z.object({ a: z.unknown() }) and a value without the key `a`.
#
# Expected: unknown accepts everything, so a missing key passes, and a minor release keeps it so.
# Instead: zod 4.3.6 accepts {}, zod 4.6.7 rejects it ("expected nonoptional"). The same holds for
# z.any(). An exporter that leaves out empty keys thus loses whole documents after a minor upgrade.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund zod-before@npm:zod@4.3.6 zod-after@npm:zod@4.6.7
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
const versionOf = (name) => createRequire(import.meta.url)(`${name}/package.json`).version;
const accepted = {};
for (const name of ['zod-before', 'zod-after']) {
  const { z } = await import(name);
  for (const type of ['unknown', 'any']) {
    const result = z.object({ image: z[type]() }).safeParse({});
    accepted[`${name} ${type}`] = result.success;
    const outcome = result.success ? 'accepted' : result.error.issues[0].message;
    console.log(`zod ${versionOf(name)}  z.object({ image: z.${type}() }) with {}: ${outcome}`);
  }
  const optional = z.object({ image: z.unknown().optional() }).safeParse({}).success;
  console.log(`zod ${versionOf(name)}  the same with .optional(): ${optional ? 'accepted' : 'rejected'}`);
  assert.equal(optional, true);
}
assert.deepEqual(accepted, {
  'zod-before unknown': true,
  'zod-before any': true,
  'zod-after unknown': false,
  'zod-after any': false,
});
JS
node show.mjs
