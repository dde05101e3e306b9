#!/bin/sh
# Makes a certificate for SHOP_HOST in the folder given, unless there is one: shop.crt, and shop.pem with the key.
set -eu
folder=$1
[ -s "$folder/shop.pem" ] && exit 0
openssl req -x509 -newkey rsa:2048 -nodes -days 825 -subj "/CN=$SHOP_HOST" \
  -addext "subjectAltName=DNS:$SHOP_HOST,DNS:localhost,IP:127.0.0.1" \
  -addext "basicConstraints=critical,CA:TRUE" \
  -keyout "$folder/shop.key" -out "$folder/shop.crt" 2>/dev/null
cat "$folder/shop.crt" "$folder/shop.key" > "$folder/shop.pem.new"
rm "$folder/shop.key"
chmod 644 "$folder/shop.crt" "$folder/shop.pem.new"
mv "$folder/shop.pem.new" "$folder/shop.pem"
