#!/bin/sh
# Writes random secrets for docker-compose.yml to .env, which git ignores. An existing file stays: the database and the portal
# keep the passwords with which they were created.
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then
  echo '.env exists: nothing was done.'
  exit
fi
umask 077
for name in POSTGRES_PASSWORD DATABASE_OWNER_PASSWORD DATABASE_APP_PASSWORD OAUTH_CLIENT_SECRET KEYCLOAK_ADMIN_PASSWORD; do
  printf '%s=%s\n' "$name" "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
done > .env.new
mv .env.new .env
echo 'Wrote .env.'
