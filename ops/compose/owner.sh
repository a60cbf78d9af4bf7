#!/bin/bash
# Runs once, when the cluster is created. The owner of the database is no superuser; it creates the
# role that the server uses.
set -euo pipefail
password=$(cat "${OWNER_PASSWORD_FILE:-/run/owner-password}")
[ -n "$password" ] || { echo 'the password of the owner is empty' >&2; exit 1; }
psql --username=postgres --no-password -v ON_ERROR_STOP=1 -v password="$password" <<'SQL'
create role cupo login createrole password :'password';
create database cupo owner cupo;
SQL
