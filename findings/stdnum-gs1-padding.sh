#!/usr/bin/env bash
# python-stdnum: write a GS1-128 text with a lot and a count, then read it with another library.
#
# Expected: encode() without arguments gives an element string that a GS1 parser reads; a lot is
# ended by the separator FNC1.
# Instead: encode() fills the lot with blanks up to 20 characters, also in the form with brackets. A
# blank is outside the character set of AI 10, and biip finds no GTIN. python-stdnum reads it back,
# so a round trip in tests shows nothing. Only separator='\x1d' writes what others read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check biip==5.2.0 python-stdnum==2.2
cat > show.py <<'PY'
import biip
from stdnum import gs1_128
label = {'01': '05474030205998', '10': 'B7', '30': 12}
print('python-stdnum 2.2, biip 5.2.0')
for options, read in [({}, False), ({'separator': '\x1d'}, True)]:
    text = gs1_128.encode(label, **options)
    result = biip.parse(']C1' + text)
    print(f'encode({options}): {text!r}')
    print('  python-stdnum reads', gs1_128.info(text, **options))
    print('  biip reads', result.gtin.value if result.gtin else result.gs1_message_error)
    assert gs1_128.info(text, **options) == label
    assert (result.gtin is not None) is read
assert gs1_128.encode(label, parentheses=True) == '(01)05474030205998(10)B7' + ' ' * 18 + '(30)12'
PY
python/bin/python show.py
