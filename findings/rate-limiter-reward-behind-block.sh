#!/usr/bin/env bash
# rate-limiter-flexible: reward() gives tries back, with the block in memory switched on.
#
# Expected: after reward() has brought the count below the limit the next consume() passes.
# Instead: `inMemoryBlockOnConsumed`, which spares calls to the store, remembers the refusal for the
# rest of the window. reward() lowers the count in the store alone: this process goes on refusing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund rate-limiter-flexible@11.4.0 libsql@0.5.29
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import Database from 'libsql';
import { RateLimiterSQLite } from 'rate-limiter-flexible';
const outcomeOf = async (inMemoryBlockOnConsumed) => {
  const options = {
    storeClient: new Database(':memory:'),
    storeType: 'better-sqlite3',
    tableName: 'tries',
    points: 2,
    duration: 600,
    inMemoryBlockOnConsumed,
  };
  const limiter = await new Promise((made, failed) => {
    const opened = new RateLimiterSQLite(options, (error) => (error ? failed(error) : made(opened)));
  });
  const take = () => limiter.consume('login').then(() => 'passes', () => 'refused');
  const first = [await take(), await take(), await take()];
  for (let given = 0; given < 3; given += 1) await limiter.reward('login');
  const { consumedPoints } = await limiter.get('login');
  return `${first.join(', ')}; given back to ${consumedPoints}; then ${await take()}`;
};
const plain = await outcomeOf(0);
const blocking = await outcomeOf(3);
console.log('rate-limiter-flexible 11.4.0, limit 2');
console.log('without the block in memory:', plain);
console.log('with inMemoryBlockOnConsumed 3:', blocking);
assert.equal(plain, 'passes, passes, refused; given back to 0; then passes');
assert.equal(blocking, 'passes, passes, refused; given back to 0; then refused');
JS
node show.mjs
