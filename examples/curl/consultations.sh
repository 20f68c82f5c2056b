#!/bin/sh
# Records consultations from a clinic's server with a POSIX shell and curl 7.71 or later.
#
# The platform uses JSON over HTTP. The URL of a procedure is /api/trpc/<module>.<procedure>. The input is wrapped as
# {"json": {...}}, a result as {"result": {"data": {"json": ...}}}, an error as
# {"error": {"json": {"code": ..., "message": ...}}}.
set -eu

HEALTH_URL=${HEALTH_URL:-http://localhost:3000}
TOKEN_URL=${TOKEN_URL:-http://localhost:4400/token}
CLIENT_ID=${CLIENT_ID:-clinic}
CLIENT_SECRET=${CLIENT_SECRET:-clinic-demo}

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# 1. Gets an access token with the client-credentials grant of OAuth 2.0, to be used until a minute before it expires. The portal
# says what is wrong, for example invalid_client or invalid_scope.
get_token() {
  curl --silent --show-error --max-time 10 --retry 4 --retry-all-errors --output "$answer" \
    --user "$CLIENT_ID:$CLIENT_SECRET" --data grant_type=client_credentials "$TOKEN_URL"
  token=$(sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p' "$answer")
  lifetime=$(sed -n 's/.*"expires_in" *: *\([0-9]*\).*/\1/p' "$answer")
  renew_at=$(($(date +%s) + ${lifetime:-300} - 60))
  [ -n "$token" ] || { cat "$answer" >&2; exit 1; }
}
get_token

# Sends a call, and prints the status of the response, whose body is in the file.
send() {
  : >"$answer"
  curl --silent --show-error --max-time 10 --retry 4 --retry-all-errors --output "$answer" --write-out '%{http_code}' \
    --header "Authorization: Bearer $token" --header 'Content-Type: application/json' \
    --data "{\"json\":$2}" "$HEALTH_URL/api/trpc/$1"
}

# Calls a procedure with an input and prints the response, whose "warnings" name misspelt fields that were ignored. curl waits and retries after no response, 408, 429 and 5xx.
# It runs without --fail, which would hide the body of an error response.
call() {
  [ "$(date +%s)" -lt "$renew_at" ] || get_token
  status=$(send "$1" "$2")
  # The token was refused before its end: once more with another one.
  if [ "$status" = 401 ]; then
    get_token
    send "$1" "$2" >/dev/null
  fi
  cat "$answer"
  echo
  # Fails if the response comes from a proxy instead of the platform.
  grep -q '^{"result":\|^{"error":' "$answer"
}

# 2. One consultation. externalId is your own number for it. It is recorded once, also if it is sent again after a lost
# response; the response then contains the first record.
number=curl/$(date -u +%Y%m%dT%H%M%SZ)-$$
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
malaria="{\"externalId\":\"$number-1\",\"patientId\":\"P-10482\",\"pathologyCode\":\"icd10:B54\",\"consultationDate\":\"$now\"}"
call consultations.record "$malaria"
call consultations.record "$malaria"

# 3. An error. Handle it by its code; the message says what to change. Here the date has no time.
call consultations.record '{"patientId":"P-10482","pathologyName":"Malaria","consultationDate":"2026-03-14"}'

# 4. Up to 1,000 consultations in one call, for example after a network failure. Each item has its own result, in the
# same order: the first is already recorded, the second is new, the third is refused without affecting the others.
call consultations.recordMany "{\"consultations\":[$malaria,
  {\"externalId\":\"$number-2\",\"patientId\":\"P-10483\",\"pathologyName\":\"Cholera\",\"consultationDate\":\"$now\"},
  {\"externalId\":\"$number-3\",\"patientId\":\"P-10484\",\"consultationDate\":\"$now\"}]}"

# 5. Finds a consultation by its externalId, to compare it with your own records.
call consultations.list "{\"externalId\":\"$number-2\"}"
