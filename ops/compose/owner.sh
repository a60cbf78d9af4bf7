#!/bin/bash
# Runs once, when the cluster is created. The owner of the database is no superuser; it creates the
# role that the server uses.
set -euo pipefail
psql --username=postgres --no-password -v ON_ERROR_STOP=1 \
  -v password="$(cat "${OWNER_PASSWORD_FILE:-/run/secrets/owner}")" <<'SQL'
create role cupo login createrole password :'password';
create database cupo owner cupo;
SQL
