#!/usr/bin/env bash
# Elasticsearch: dates as Odoo writes them in JSON, "2026-11-29 12:00:00", and false for none.
#
# Expected: a field of the type `date` reads that ISO-like text, and an index without a mapping takes
# it for a date, as it does "2026-11-29"; an empty date is ignored.
# Instead: a `date` field refuses the document for the blank in place of the T, and refuses `false`.
# Without a mapping the field becomes text, so that ranges compare letters.
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
send PUT mapped '{"mappings":{"properties":{"date_order":{"type":"date"}}}}' > /dev/null
outcome() {
  send POST mapped/_doc "{\"date_order\":$1}" | grep -oE -m 1 'created|document_parsing_exception' | head -1
}
with_t=$(outcome '"2026-11-29T12:00:00"')
with_blank=$(outcome '"2026-11-29 12:00:00"')
with_false=$(outcome false)
send POST free/_doc '{"date_order":"2026-11-29 12:00:00","date":"2026-11-29"}' > /dev/null
types=$(send GET 'free/_mapping?filter_path=*.mappings.properties.*.type' '')
echo "Elasticsearch 8.19.21, type date: with T $with_t; with a blank $with_blank; false $with_false"
echo "without a mapping: $types"
[ "$with_t $with_blank $with_false" = 'created document_parsing_exception document_parsing_exception' ]
grep -q '"date":{"type":"date"},"date_order":{"type":"text"}' <<< "$types"
