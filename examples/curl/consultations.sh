#!/bin/sh
# Records consultations with curl, as a server of a clinic would. Needs a POSIX shell and curl 7.71 or later.
#
# The platform speaks JSON over HTTP. Each procedure has an address, /api/trpc/<module>.<procedure>, and takes its input
# wrapped as {"json": {...}}. A result comes as {"result": {"data": {"json": ...}}}, an error as
# {"error": {"json": {"code": ..., "message": ...}}}.
set -eu

HEALTH_URL=${HEALTH_URL:-http://localhost:3000}
TOKEN_URL=${TOKEN_URL:-http://localhost:4400/token}
CLIENT_ID=${CLIENT_ID:-clinic}
CLIENT_SECRET=${CLIENT_SECRET:-clinic-demo}

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# 1. An access token, by the client-credentials grant of OAuth 2.0. It lasts some minutes; get another one after that.
curl --silent --show-error --fail --max-time 10 --output "$answer" \
  --user "$CLIENT_ID:$CLIENT_SECRET" --data grant_type=client_credentials "$TOKEN_URL"
token=$(sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p' "$answer")

# Calls a procedure with an input, and prints the answer. Without an answer, and after 408, 429 and 5xx, curl waits and sends
# the call again. --fail is left out on purpose: it would hide the body of an error, which says what is wrong.
call() {
  : >"$answer"
  curl --silent --show-error --max-time 10 --retry 4 --retry-all-errors --output "$answer" \
    --header "Authorization: Bearer $token" --header 'Content-Type: application/json' \
    --data "{\"json\":$2}" "$HEALTH_URL/api/trpc/$1"
  cat "$answer"
  echo
  # What is neither does not come from the platform, but from something on the way to it.
  grep -q '^{"result":\|^{"error":' "$answer"
}

# 2. One consultation. externalId is your own number for it. It is recorded once however often it is sent, so that sending it
# again after a lost answer is safe; what comes back is the first record.
number=curl/$(date -u +%Y%m%dT%H%M%SZ)-$$
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
malaria="{\"externalId\":\"$number-1\",\"patientId\":\"P-10482\",\"pathologyCode\":\"icd10:B54\",\"consultationDate\":\"$now\"}"
call consultations.record "$malaria"
call consultations.record "$malaria"

# 3. An error: go by the code; the message says what to change. This date lacks its time.
call consultations.record '{"patientId":"P-10482","pathologyName":"Malaria","consultationDate":"2026-03-14"}'

# 4. Many at once, up to 1,000, for what was written down while there was no network. Each line has a result of its own, in
# the same order: the first was recorded above, the second is new, the third is refused and does not stop the others.
call consultations.recordMany "{\"consultations\":[$malaria,
  {\"externalId\":\"$number-2\",\"patientId\":\"P-10483\",\"pathologyName\":\"Cholera\",\"consultationDate\":\"$now\"},
  {\"externalId\":\"$number-3\",\"patientId\":\"P-10484\",\"consultationDate\":\"$now\"}]}"

# 5. What the platform has under one of your numbers, to compare with your own books.
call consultations.list "{\"externalId\":\"$number-2\"}"
