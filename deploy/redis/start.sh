#!/bin/sh
# Redis with its configuration file and the password from the file that REDIS_PASSWORD_FILE names.
# The password goes in by standard input, so that it is in no list of processes.
set -eu
{ cat "$REDIS_CONF"; printf 'requirepass "%s"\n' "$(cat "$REDIS_PASSWORD_FILE")"; } | exec redis-server - "$@"
