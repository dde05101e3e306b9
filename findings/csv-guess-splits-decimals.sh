#!/usr/bin/env bash
# PapaParse and csv.Sniffer of Python: guess the separator of a Belgian list without headings.
#
# Expected: `A;1,5;12,50` has semicolons in every row and is parted there; a comma between two
# digits is a decimal sign in Belgium, where ; is the separator that Excel writes.
# Instead: both prefer the comma, without an error. The row becomes "A;1", "5;12" and "50": the
# code is lost and 5;12 and 50 look like fields. With a row of headings both find the semicolon.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund papaparse@5.7.1
printf 'A;1,5;12,50\nB;2,5;3,20\nC;0,5;7,80' > bare.csv
(printf 'code;kg;price\n' && cat bare.csv) > headed.csv
cat > show.cjs <<'JS'
const { data, errors, meta } = require('papaparse').parse(require('fs').readFileSync(process.argv[2], 'utf8'));
console.log(meta.delimiter, errors.length, 'errors', JSON.stringify(data.at(-1)));
JS
cat > show.py <<'PY'
import csv, sys
text = open(sys.argv[1]).read()
dialect = csv.Sniffer().sniff(text)
print(dialect.delimiter, list(csv.reader(text.splitlines(), dialect))[-1])
PY
for file in bare headed; do
  node show.cjs "$file.csv" > "$file.papaparse"
  python3 show.py "$file.csv" > "$file.sniffer"
  echo "$file list: PapaParse 5.7.1: $(cat "$file.papaparse")"
  echo "$file list: csv.Sniffer of $(python3 --version): $(cat "$file.sniffer")"
done
[ "$(cat bare.papaparse)" = ', 0 errors ["C;0","5;7","80"]' ]
[ "$(cat headed.papaparse)" = '; 0 errors ["C","0,5","7,80"]' ]
[ "$(cut -c1 bare.sniffer)$(cut -c1 headed.sniffer)" = ',;' ]
