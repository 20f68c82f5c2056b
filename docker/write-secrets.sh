#!/bin/sh
# Adds random secrets for docker-compose.yml to .env, which git ignores. Those that it has stay: the database and the portal keep
# the passwords with which they were created.
set -eu
cd "$(dirname "$0")/.."
umask 077
missing=
for name in POSTGRES_PASSWORD DATABASE_OWNER_PASSWORD DATABASE_APP_PASSWORD OAUTH_CLIENT_SECRET KEYCLOAK_ADMIN_PASSWORD; do
  grep -qs "^$name=." .env || missing="$missing $name"
done
if [ -z "$missing" ]; then
  echo '.env has all secrets: nothing was done.'
  exit
fi
{
  # Ends the last line, if the file does not.
  if [ -e .env ]; then awk 1 .env; fi
  for name in $missing; do
    printf '%s=%s\n' "$name" "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
  done
} > .env.new
mv .env.new .env
echo "Added to .env:$missing"
