#!/usr/bin/env bash
# i18next: French plurals with the two forms that French grammar books name.
#
# Expected: French has a singular and a plural, so items_one and items_other serve every count.
# Instead: Intl.PluralRules puts 1,000,000 (and 2,000,000 ...) in a third class, `many`. i18next does
# not fall back from `many` to `other`: the customer reads the bare key.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund i18next@23.16.8
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import i18next from 'i18next';
const texts = { items_one: '{{count}} pièce', items_other: '{{count}} pièces' };
await i18next.init({ lng: 'fr', resources: { fr: { translation: texts } } });
console.log(`i18next 23.16.8, Node ${process.version}, ICU ${process.versions.icu}`);
const shown = [1, 2, 999_999, 1_000_000, 1_000_001, 2_000_000].map((count) => {
  const text = i18next.t('items', { count });
  console.log(`${count} (${new Intl.PluralRules('fr').select(count)}): ${text}`);
  return text;
});
assert.deepEqual(shown, [
  '1 pièce',
  '2 pièces',
  '999999 pièces',
  'items',
  '1000001 pièces',
  'items',
]);
JS
node show.mjs
