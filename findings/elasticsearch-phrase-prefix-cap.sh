#!/usr/bin/env bash
# Elasticsearch: match_phrase_prefix, the query for suggestions while a customer types.
#
# Expected: "compresse a" finds every product whose name goes on with a word that begins with a.
# Instead: the last word is expanded to the first 50 terms of the index in alphabetical order
# (max_expansions). Of 60 products the ten whose word comes last are not found, and nothing in the
# answer says so. match_bool_prefix finds all of them.
# Needs a JDK 17 or later, Maven, unzip and curl; the server takes half a minute to start.
set -euo pipefail
folder=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || { kill "$server" && wait "$server"; } || true
  rm -rf "$folder"
}
trap finish EXIT
name=elasticsearch-8.19.21
mvn -q -B dependency:copy "-Dartifact=org.elasticsearch.distribution.integ-test-zip:elasticsearch:8.19.21:zip" "-DoutputDirectory=$folder"
unzip -q "$folder/$name.zip" -d "$folder"
cat > "$folder/$name/config/elasticsearch.yml" <<'YML'
discovery.type: single-node
network.host: 127.0.0.1
http.port: 0
transport.port: 0
cluster.routing.allocation.disk.threshold_enabled: false
xpack.security.enabled: false
YML
as=()
if [ "$(id -u)" = 0 ]; then # the server refuses to run as root
  chmod 755 "$folder" && chown -R nobody "$folder"
  as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
fi
java_home=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
variable=ES
env -u JAVA_TOOL_OPTIONS "${variable}_JAVA_HOME=$java_home" "${variable}_JAVA_OPTS=-Xms512m -Xmx512m" HOME="$folder" \
  "${as[@]}" bash "$folder/$name/bin/elasticsearch" > "$folder/log" 2>&1 &
server=$!
url=
for _ in $(seq 120); do
  url=$(sed -n 's/.*HttpServerTransport.*publish_address {\(127[^}]*\)}.*/\1/p' "$folder/log")
  [ -n "$url" ] && curl -fs "$url/_cluster/health" > "$folder/health" && break
  sleep 1
done
send() { curl -s -X "$1" "$url/$2" -H 'content-type: application/json' -d "$3"; }
for number in $(seq -w 60); do
  printf '{"index":{}}\n{"name":"compresse a%s"}\n' "$number"
done > "$folder/products"
curl -s "$url/products/_bulk?refresh=true" -H 'content-type: application/x-ndjson' \
  --data-binary "@$folder/products" > /dev/null
count() { send POST 'products/_count?filter_path=count' "{\"query\":{\"$1\":{\"name\":$2}}}"; }
phrase=$(count match_phrase_prefix '"compresse a"')
last=$(count match_phrase_prefix '"compresse a60"')
bool=$(count match_bool_prefix '{"query":"compresse a","operator":"and"}')
echo "Elasticsearch 8.19.21, 60 products: match_phrase_prefix \"compresse a\" $phrase"
echo "match_phrase_prefix \"compresse a60\" $last; match_bool_prefix \"compresse a\" $bool"
[ "$phrase $last $bool" = '{"count":50} {"count":1} {"count":60}' ]
