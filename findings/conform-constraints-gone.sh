#!/usr/bin/env bash
# @conform-to/zod: getZodConstraint turns a zod schema into HTML attributes (minLength, max, ...).
#
# Expected: @conform-to/zod 1.21.1 accepts zod 4 as a peer, so any zod 4 gives the same attributes.
# Instead: with zod 4.6.7 minLength, maxLength, min and max are gone without a warning; `required`
# remains. With zod 4.3.6 all of them are there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/show.mjs" <<'JS'
import { z } from 'zod';
import { getZodConstraint } from '@conform-to/zod/v4';
const form = z.object({
  reference: z.string().min(3).max(40),
  note: z.string().max(500).optional(),
  quantity: z.number().min(1).max(9999),
});
console.log(JSON.stringify(getZodConstraint(form)));
JS
attributes() {
  mkdir "$folder/$1"
  cp "$folder/show.mjs" "$folder/$1/"
  cd "$folder/$1"
  npm install --silent --no-audit --no-fund @conform-to/zod@1.21.1 "zod@$1"
  node show.mjs
}
before=$(attributes 4.3.6)
after=$(attributes 4.6.7)
echo "@conform-to/zod 1.21.1 with zod 4.3.6: $before"
echo "@conform-to/zod 1.21.1 with zod 4.6.7: $after"
[ "$before" = '{"reference":{"required":true,"minLength":3,"maxLength":40},"note":{"required":false,"maxLength":500},"quantity":{"required":true,"min":1,"max":9999}}' ]
[ "$after" = '{"reference":{"required":true},"note":{"required":false},"quantity":{"required":true}}' ]
