#!/usr/bin/env bash
# OpenSearch: flat_object, the nearest it has to the type `flattened` of Elasticsearch.
#
# Expected: a key below such a field can be queried and counted, as with `flattened`: two of size M,
# one of size L.
# Instead: the query by key finds its documents, but a terms aggregation on the same key answers
# without any bucket and without an error.
# Needs a JDK 17 or later, Maven, unzip and curl; the server takes half a minute to start.
set -euo pipefail
folder=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || { kill "$server" && wait "$server"; } || true
  rm -rf "$folder"
}
trap finish EXIT
name=opensearch-2.19.6
mvn -q -B dependency:copy "-Dartifact=org.opensearch.distribution.integ-test-zip:opensearch:2.19.6:zip" "-DoutputDirectory=$folder"
unzip -q "$folder/$name.zip" -d "$folder"
cat > "$folder/$name/config/opensearch.yml" <<'YML'
discovery.type: single-node
network.host: 127.0.0.1
http.port: 0
transport.port: 0
cluster.routing.allocation.disk.threshold_enabled: false

YML
as=()
if [ "$(id -u)" = 0 ]; then # the server refuses to run as root
  chmod 755 "$folder" && chown -R nobody "$folder"
  as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
fi
java_home=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
variable=OPENSEARCH
env -u JAVA_TOOL_OPTIONS "${variable}_JAVA_HOME=$java_home" "${variable}_JAVA_OPTS=-Xms512m -Xmx512m" HOME="$folder" \
  "${as[@]}" bash "$folder/$name/bin/opensearch" > "$folder/log" 2>&1 &
server=$!
url=
for _ in $(seq 120); do
  url=$(sed -n 's/.*HttpServerTransport.*publish_address {\(127[^}]*\)}.*/\1/p' "$folder/log")
  [ -n "$url" ] && curl -fs "$url/_cluster/health" > "$folder/health" && break
  sleep 1
done
send() { curl -s -X "$1" "$url/$2" -H 'content-type: application/json' -d "$3"; }
send PUT products '{"mappings":{"properties":{"attributes":{"type":"flat_object"}}}}' > /dev/null
for size in M M L; do
  send POST 'products/_doc?refresh=true' "{\"attributes\":{\"size\":\"$size\"}}" > /dev/null
done
found=$(send POST 'products/_search?filter_path=hits.total.value' '{"query":{"term":{"attributes.size":"M"}}}')
counted=$(send POST 'products/_search?filter_path=aggregations,_shards.failed' \
  '{"size":0,"aggs":{"sizes":{"terms":{"field":"attributes.size"}}}}')
echo "OpenSearch 2.19.6, documents of size M: $found"
echo "terms aggregation on the sizes: $counted"
[ "$found" = '{"hits":{"total":{"value":2}}}' ]
grep -q '"failed":0' <<< "$counted"
grep -q '"buckets":\[\]' <<< "$counted"
