"""Records consultations from a clinic's server with Python 3.8 or later and no package: python3 consultations.py

The platform uses JSON over HTTP. The URL of a procedure is /api/trpc/<module>.<procedure>. The input is wrapped as
{"json": {...}}, a result as {"result": {"data": {"json": ...}}}, an error as
{"error": {"json": {"code": ..., "message": ...}}}.
"""

import base64
import datetime
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

HEALTH_URL = os.environ.get("HEALTH_URL", "http://localhost:3000")
TOKEN_URL = os.environ.get("TOKEN_URL", "http://localhost:4400/token")
CLIENT_ID = os.environ.get("CLIENT_ID", "clinic")
CLIENT_SECRET = os.environ.get("CLIENT_SECRET", "clinic-demo")

TIMEOUT_SECONDS = 10
ATTEMPTS = 5


class Refused(Exception):
    """An error response of the platform."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, which would send the token and patient data to another host."""

    def redirect_request(self, *redirect):
        return None


opener = urllib.request.build_opener(NoRedirects)


token = None
renew_at = 0.0


def get_token():
    """Returns an access token, which is used until a minute before it expires."""
    global token, renew_at
    if time.monotonic() >= renew_at:
        answer = request_token()
        lifetime = answer.get("expires_in", 300)
        token = answer["access_token"]
        renew_at = time.monotonic() + max(lifetime - 60, lifetime / 2)
    return token


def request_token():
    """Gets an access token with the client-credentials grant of OAuth 2.0."""
    credentials = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
    request = urllib.request.Request(
        TOKEN_URL,
        data=urllib.parse.urlencode({"grant_type": "client_credentials"}).encode(),
        headers={"Authorization": f"Basic {credentials}"},
    )
    try:
        with opener.open(request, timeout=TIMEOUT_SECONDS) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        if error.code >= 500:
            raise
        # The portal says what is wrong, for example invalid_client or invalid_scope.
        raise Refused(f"HTTP {error.code}", f"No token: {error.read().decode(errors='replace')}") from None


def result(status, text):
    """Returns the result of a response. A body that is not JSON comes from a proxy, not from the platform."""
    try:
        answer = json.loads(text)
    except ValueError:
        raise Refused(f"HTTP {status}", text) from None
    if "error" in answer:
        raise Refused(answer["error"]["json"]["code"], answer["error"]["json"]["message"])
    json_result = answer["result"]["data"]["json"]
    for warning in json_result.get("warnings", []):
        print(f"ignored {warning['path']}: did you mean {warning['meant']}?", file=sys.stderr)
    return json_result


def call(procedure, value):
    """Calls a procedure. Waits and retries after no response, 429 and 5xx; after a 401, once with another token."""
    global renew_at
    is_renewed = False
    for attempt in range(1, ATTEMPTS + 2):
        try:
            request = urllib.request.Request(
                f"{HEALTH_URL}/api/trpc/{procedure}",
                data=json.dumps({"json": value}).encode(),
                headers={"Authorization": f"Bearer {get_token()}", "Content-Type": "application/json"},
            )
            with opener.open(request, timeout=TIMEOUT_SECONDS) as response:
                text = response.read().decode(errors="replace")
                return result(response.status, text)
        except urllib.error.HTTPError as error:
            if error.code == 401 and not is_renewed:
                is_renewed, renew_at = True, 0.0
                continue
            if error.code != 429 and error.code < 500:
                return result(error.code, error.read().decode(errors="replace"))
            if attempt >= ATTEMPTS:
                raise
        except (OSError, http.client.HTTPException):
            if attempt >= ATTEMPTS:
                raise
        time.sleep(0.5 * 2**attempt)


# One consultation. externalId is your own number for it. It is recorded once, also if it is sent again after a lost
# response; the response then contains the first record.
now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
number = f"python/{now}-{os.getpid()}"
malaria = {
    "externalId": f"{number}-1",
    "patientId": "P-10482",
    "pathologyCode": "icd10:B54",
    "consultationDate": now,
}
print("recorded", call("consultations.record", malaria)["data"]["id"])
print("sent again", call("consultations.record", malaria)["data"]["id"])

# An error. Handle it by its code; the message says what to change. Here the date has no time.
try:
    call("consultations.record", {**malaria, "consultationDate": "2026-03-14"})
except Refused as error:
    print("refused", error.code, error)

# Up to 1,000 consultations in one call, for example after a network failure. Each item has its own result, in the
# same order: the first is already recorded, the second is new, the third is refused without affecting the others.
cholera = {
    "externalId": f"{number}-2",
    "patientId": "P-10483",
    "pathologyName": "Cholera",
    "consultationDate": now,
}
nothing = {"externalId": f"{number}-3", "patientId": "P-10484", "consultationDate": now}
many = call("consultations.recordMany", {"consultations": [malaria, cholera, nothing]})
for line in many["data"]["results"]:
    print("line", line["status"], *([line["code"], line["message"]] if line["status"] == "refused" else []))

# Finds a consultation by its externalId, to compare it with your own records.
found = call("consultations.list", {"externalId": f"{number}-2"})
for consultation in found["data"]["consultations"]:
    print("found", consultation["externalId"], consultation["pathologyName"])
