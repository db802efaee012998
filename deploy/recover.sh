#!/bin/sh
# Brings back what the database was at one second, into a new folder beside the running cluster, and starts a PostgreSQL there, as
# postgres. As /usr/local/bin/munim-recover:
#   munim-recover '2026-11-25 13:05:00+05:30' /var/lib/postgresql/recovered 5433
# It takes changes and belongs to no cluster: it follows nobody, waits for no standby, and archives nothing.
set -eu
moment=$1 folder=$2 port=$3
bin=${POSTGRES_BIN}
mkdir -m 700 "$folder"
pgbackrest --stanza=munim --pg1-path="$folder" --archive-mode=off \
  --type=time --target="$moment" --target-action=promote restore
# Patroni's settings came with the files; these count before them.
cat >> "$folder/postgresql.auto.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$folder'
synchronous_standby_names = ''
primary_conninfo = ''
primary_slot_name = ''
hba_file = '$folder/recovered_hba.conf'
archive_mode = off
CONF
printf 'local all all peer\nhost all all 127.0.0.1/32 scram-sha-256\n' > "$folder/recovered_hba.conf"
# It may end by itself after it has started, when the archive ends before that second.
"$bin/pg_ctl" -D "$folder" -l "$folder.log" -w -t 3600 start || true
until [ "$(psql -h "$folder" -p "$port" -d postgres -Atc 'select pg_is_in_recovery()')" = f ]; do
  if ! "$bin/pg_ctl" -D "$folder" status > /dev/null; then
    last=$(tail -n 20 "$folder.log")
    rm -rf "$folder" "$folder.log" # So that the same can be tried again.
    echo "$last" >&2
    case $last in
      *'recovery ended before configured recovery target was reached'*)
        echo "The archive does not reach $moment yet. What is newest comes within a minute: try again." >&2 ;;
      *) echo "PostgreSQL ended before it was as of $moment; why it says above." >&2 ;;
    esac
    exit 1
  fi
  sleep 1
done
echo "PostgreSQL as of $moment is at 127.0.0.1:$port, in $folder. It is ended by"
echo "  sudo -u postgres $bin/pg_ctl -D $folder stop"
