#!/usr/bin/env bash
# Intl.NumberFormat with en-BE, the tag of an English-speaking customer in Belgium; Babel beside it.
#
# Expected: one locale has one decimal sign, in amounts of money and in bare numbers.
# Instead: Intl writes money the Anglo-Saxon way (1,234.50 with the euro first) and bare numbers the
# Belgian way (1.234,5), so "1.234" means two things on one page. Babel, with the same locale,
# writes both the Belgian way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check babel==2.19.0
cat > show.mjs <<'JS'
const plain = (text) => text.replaceAll('\u00a0', ' ');
const money = new Intl.NumberFormat('en-BE', { style: 'currency', currency: 'EUR' });
console.log(plain(`${new Intl.NumberFormat('en-BE').format(1234.5)} | ${money.format(1234.5)}`));
JS
cat > show.py <<'PY'
from babel.numbers import format_currency, format_decimal
money = format_currency(1234.5, 'EUR', locale='en_BE').replace('\u00a0', ' ')
print(format_decimal(1234.5, locale='en_BE'), '|', money)
PY
intl=$(node show.mjs)
babel=$(python/bin/python show.py)
echo "Intl of Node $(node --version), ICU $(node -p process.versions.icu): $intl"
echo "Babel 2.19.0: $babel"
[ "$intl" = '1.234,5 | €1,234.50' ]
[ "$babel" = '1.234,5 | 1.234,50 €' ]
