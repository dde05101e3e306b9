#!/usr/bin/env bash
# cockatiel: a caller gives up while retry() waits between two tries.
#
# Expected: an aborted signal ends the wait, and the work is not started again.
# Instead: the wait runs to its end, then the work is started once more, with a signal that is
# already aborted. Work that does not look at the signal itself is done for nobody.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund cockatiel@3.2.1
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { ConstantBackoff, handleAll, retry } from 'cockatiel';
const caller = new AbortController();
const startedWithAbortedSignal = [];
const policy = retry(handleAll, { maxAttempts: 4, backoff: new ConstantBackoff(200) });
await policy
  .execute(({ signal }) => {
    startedWithAbortedSignal.push(signal.aborted);
    setTimeout(() => caller.abort(), 20);
    throw new Error('unavailable');
  }, caller.signal)
  .catch(() => undefined);
console.log('cockatiel 3.2.1: tries, by whether their signal was aborted:', startedWithAbortedSignal);
assert.deepEqual(startedWithAbortedSignal, [false, true]);
JS
node show.mjs
