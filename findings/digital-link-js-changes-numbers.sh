#!/usr/bin/env bash
# digital-link.js: compress a GS1 Digital Link and decompress it again.
#
# Expected: compression is lossless, so that the same link comes back.
# Instead: numbers pass through JavaScript's numbers. Serial 0012 comes back as 12, a piece 8006 as
# another piece, and the number of a pallet (SSCC, 18 digits) comes out with a wrong check digit,
# which the library itself then rejects. The Python package writes and reads both long numbers right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund digital-link.js@1.4.3
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check gs1-compression==0.1.3
cat > show.cjs <<'JS'
const { Utils } = require('digital-link.js');
try {
  console.log(Utils.decompressWebUri(Utils.compressWebUri(process.argv[2])));
} catch (error) {
  console.log(String(error.message ?? error).split(':')[0]);
}
JS
cat > show.py <<'PY'
import sys
from gs1 import compress_gs1_digital_link, decompress_gs1_digital_link
print(decompress_gs1_digital_link(compress_gs1_digital_link(sys.argv[1], True), False))
PY
expect() {
  local got
  got=$(node show.cjs "https://id.gs1.org$1")
  echo "digital-link.js 1.4.3: $1 -> $got"
  [ "$got" = "$2" ]
}
expect /01/05474030205998/10/B7 https://id.gs1.org/01/05474030205998/10/B7
expect /01/05474030205998/21/0012 https://id.gs1.org/01/05474030205998/21/12
expect /8006/054740302059980102 https://id.gs1.org/8006/054740302059980104
expect /00/354123450000000120 'INVALID CHECK DIGIT'
for path in /8006/054740302059980102 /00/354123450000000120; do
  got=$(python/bin/python show.py "https://id.gs1.org$path")
  echo "gs1-compression 0.1.3: $path -> $got"
  [ "$got" = "https://id.gs1.org$path" ]
done
