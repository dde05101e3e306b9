#!/usr/bin/env bash
# bark-js: the expiry date of a label that names no day (AI 17 with day 00).
#
# Expected: day 00 means the last day of the month (GS1 General Specifications, AI 17), as biip reads
# it: 2029-02-28.
# Instead: bark-js returns "2029-02-00". It looks like an ISO date and is none: new Date() makes it
# invalid, and compared as text it lies before the whole month.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund bark-js@1.2.1
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check biip==5.2.0
label=010547403020599817290200
cat > show.cjs <<'JS'
const { value } = require('bark-js')(process.argv[2]).elements.find(({ ai }) => ai === '17');
console.log(value, Number.isNaN(Date.parse(value)) ? '(no date)' : '(a date)');
JS
cat > show.py <<'PY'
import sys, biip
print(biip.parse(sys.argv[1]).gs1_message.element_strings.get(ai='17').date)
PY
npm_reading=$(node show.cjs "$label")
python_reading=$(python/bin/python show.py "$label")
echo "$label"
echo "bark-js 1.2.1: $npm_reading"
echo "biip 5.2.0: $python_reading"
[ "$npm_reading" = '2029-02-00 (no date)' ]
[ "$python_reading" = 2029-02-28 ]
