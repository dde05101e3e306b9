#!/usr/bin/env bash
# biip and gs1-barcode-parser-mod: a label with a harvest date that is a range (AI 7007).
#
# Expected: AI 7007 holds one date or two (GS1 General Specifications: N6..12), and a parser that
# knows the identifier reads both; at worst it leaves that one field out.
# Instead: with two dates both lose the whole label, GTIN included; with one date both read it.
# python-stdnum reads both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund gs1-barcode-parser-mod@1.2.1
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check biip==5.2.0 python-stdnum==2.2
cat > show.cjs <<'JS'
const { parseBarcode } = require('gs1-barcode-parser-mod');
try {
  console.log(parseBarcode(`]d2${process.argv[2]}`).parsedCodeItems[0].data);
} catch (error) {
  console.log('no GTIN:', error.message ?? error);
}
JS
cat > show.py <<'PY'
import sys, biip
from stdnum import gs1_128
result = biip.parse(']d2' + sys.argv[1])
print('biip 5.2.0:', result.gtin.value if result.gtin else 'no GTIN: ' + result.gs1_message_error)
print('python-stdnum 2.2:', gs1_128.info(sys.argv[1])['01'])
PY
readings() {
  echo "$1"
  python/bin/python show.py "$1"
  echo "gs1-barcode-parser-mod 1.2.1: $(node show.cjs "$1")"
}
one=$(readings 01054740302059987007290101)
range=$(readings 01054740302059987007290101290131)
printf '%s\n%s\n' "$one" "$range"
[ "$(grep -c ': 05474030205998' <<< "$one")" = 3 ]
[ "$(grep -c ': no GTIN' <<< "$range")" = 2 ]
grep -q 'python-stdnum 2.2: 05474030205998' <<< "$range"
