#!/bin/sh
# Each night, on every machine, as postgres: the primary puts a copy into the archive and notes it for the bell of the panel. Whole
# on Sundays, and where there is none yet; else what has changed since. As /usr/local/bin/munim-backup.
set -eu
curl -sf -o /dev/null http://${ADDRESS}:${PATRONI_PORT}/primary || exit 0 # Another one is the primary, and does it.
type=diff
[ "$(date +%u)" = 7 ] && type=full
pgbackrest --stanza=munim --type=$type backup
psql -q -h ${SOCKET_DIR} -p ${POSTGRES_PORT} -d munim -c 'update last_backup set at = now()'
