#!/bin/sh
# Makes the database and its two roles, once, as PostgreSQL's superuser: the one that owns and migrates it, and the one that the
# server is (docs/operating.md, Two roles). Asks for OWNER_PASSWORD and APP_PASSWORD in the environment.
set -eu
: "${OWNER_PASSWORD:?}" "${APP_PASSWORD:?}"
psql -q -v ON_ERROR_STOP=1 -d postgres <<'SQL'
\set owner `printf %s "$OWNER_PASSWORD"`
\set app `printf %s "$APP_PASSWORD"`
create role munim login password :'owner';
create role munim_app login password :'app';
create database munim owner munim;
\connect munim
revoke create on schema public from public;
SQL
