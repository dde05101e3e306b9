#!/usr/bin/env bash
# Elasticsearch: prices of a price list that no mapping names, the first of them a whole number.
#
# Expected: JSON has one type of number, so 12 and then 12.7 are both prices; a program in JavaScript
# cannot even write 12.0.
# Instead: the first document makes the field a `long`, and the 7 tenths of the second are dropped in
# the index alone: 12.7 is found as 12, is not above 12, and sums to 24. `_source` still says 12.7.
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
send POST 'products/_doc/first?refresh=true' '{"price":{"PL-STD":12}}' > /dev/null
send POST 'products/_doc/second?refresh=true' '{"price":{"PL-STD":12.7}}' > /dev/null
mapped=$(send GET 'products/_mapping/field/price.PL-STD?filter_path=**.type' '')
above=$(send POST 'products/_count?filter_path=count' '{"query":{"range":{"price.PL-STD":{"gt":12}}}}')
sum=$(send POST 'products/_search?filter_path=aggregations,hits.hits._source' \
  '{"aggs":{"sum":{"sum":{"field":"price.PL-STD"}}}}')
echo "Elasticsearch 8.19.21, prices 12 and 12.7; mapping: $mapped"
echo "above 12: $above; $sum"
grep -q '"type":"long"' <<< "$mapped"
[ "$above" = '{"count":0}' ]
grep -q '12\.7.*"value":24\.0' <<< "$sum"
