#!/bin/sh
# Makes the cluster once, with the roles and the database of the product, then is the server.
set -eu
bin=$(ls -d /usr/lib/postgresql/*/bin)
major=$(basename "$(dirname "$bin")")
volume=/var/lib/postgresql/data
cluster=$volume/$major
install -m 0600 /run/secrets/database-key /run/database/key
if [ ! -d "$cluster" ]; then
  for other in "$volume"/[0-9]*; do
    [ -d "$other" ] && echo "$other is of another PostgreSQL than this one ($major): upgrade it first." >&2 && exit 1
  done
  # What an attempt that was killed left has no data of anybody.
  rm -rf "$volume/making"
  "$bin/initdb" --pgdata="$volume/making" --username=postgres --auth-local=peer --auth-host=scram-sha-256 \
    --data-checksums --encoding=UTF8 --locale=C.UTF-8 >/dev/null
  # One statement a line.
  { cat /run/secrets/database-roles; echo 'create database clinic owner clinic_owner;'; } |
    "$bin/postgres" --single -D "$volume/making" postgres >/dev/null
  mv "$volume/making" "$cluster"
fi
exec "$bin/postgres" -D "$cluster" -c config_file=/etc/postgresql/postgresql.conf
