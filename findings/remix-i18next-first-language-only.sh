#!/usr/bin/env bash
# remix-i18next: the language of a visitor whose first choice the shop does not speak.
#
# Expected: `Accept-Language: de-BE,de;q=0.9,en;q=0.8` with fr, nl and en supported gives en, the
# visitor's second choice.
# Instead: remix-i18next looks at the first language alone; the visitor gets the fallback, fr.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --legacy-peer-deps \
  remix-i18next@6.4.1 i18next@23.16.8 react-i18next@13.5.0 react@18.3.1 @remix-run/react@2.17.5 @remix-run/node@2.17.5
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { RemixI18Next } from 'remix-i18next/server';
const detection = { supportedLanguages: ['fr', 'nl', 'en'], fallbackLanguage: 'fr' };
const shop = new RemixI18Next({ detection });
console.log('remix-i18next 6.4.1, supported: fr, nl, en; fallback: fr');
for (const [wanted, chosen] of [
  ['nl-BE,nl;q=0.9,en;q=0.8', 'nl'],
  ['de-BE,de;q=0.9,en;q=0.8', 'fr'],
  ['lb,de;q=0.8,nl;q=0.6', 'fr'],
]) {
  const headers = { 'accept-language': wanted };
  const language = await shop.getLocale(new Request('http://shop.example/', { headers }));
  console.log(`${wanted}: ${language}`);
  assert.equal(language, chosen);
}
JS
node show.mjs
