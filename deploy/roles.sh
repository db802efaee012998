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
-- By name: where PostgreSQL was made without a locale, as by a machine whose LANG is not set, it would keep bytes, not letters.
create database munim owner munim encoding 'UTF8' locale 'C.UTF-8' template template0;
\connect munim
revoke create on schema public from public;
SQL
