#!/bin/sh
# Run once by the PostgreSQL image on an empty data folder: one role and one schema for each service, owner of it alone.
set -eu

role() {
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    --set role="imprimatur_$1" --set schema="$1" --set password="$2" --set database="$POSTGRES_DB" <<'SQL'
create role :"role" login password :'password';
grant connect on database :"database" to :"role";
create schema :"schema" authorization :"role";
alter role :"role" set search_path = :"schema";
SQL
}

psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set database="$POSTGRES_DB" <<'SQL'
revoke all on database :"database" from public;
revoke all on database postgres from public;
revoke all on schema public from public;
SQL

role generation "$GENERATION_DATABASE_PASSWORD"
role validation "$VALIDATION_DATABASE_PASSWORD"
role jury "$JURY_DATABASE_PASSWORD"
role ledger "$LEDGER_DATABASE_PASSWORD"
role delivery "$DELIVERY_DATABASE_PASSWORD"
