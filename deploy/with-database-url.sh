#!/bin/sh
# Runs a command with DATABASE_URL: the one given, or that of the stack's own database, whose password is in a volume and nowhere else.
set -eu
password_file=/run/portfolio/database-password
if [ -z "${DATABASE_URL:-}" ]; then
  if ! [ -r "$password_file" ]; then
    echo "DATABASE_URL is empty: give the connection string of a PostgreSQL (docker run -e DATABASE_URL=postgresql://user:password@host:5432/name …)." >&2
    echo "In docker compose it may be empty, once the service db has made $password_file at its first start." >&2
    exit 1
  fi
  DATABASE_URL="postgresql://portfolio_site:$(cat "$password_file")@db:5432/portfolio"
fi
export DATABASE_URL
exec "$@"
