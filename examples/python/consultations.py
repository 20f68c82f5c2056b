"""Records consultations from Python 3.8 or later, with its standard library only, as a server of a clinic would:
python3 consultations.py

The platform speaks JSON over HTTP. Each procedure has an address, /api/trpc/<module>.<procedure>, and takes its input
wrapped as {"json": {...}}. A result comes as {"result": {"data": {"json": ...}}}, an error as
{"error": {"json": {"code": ..., "message": ...}}}.
"""

import base64
import datetime
import http.client
import json
import os
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
    """What the platform says is wrong with a call."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Another host gets neither the token nor a patient."""

    def redirect_request(self, *redirect):
        return None


opener = urllib.request.build_opener(NoRedirects)


def get_token():
    """An access token, by the client-credentials grant of OAuth 2.0. It lasts some minutes; get another one after that."""
    credentials = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
    request = urllib.request.Request(
        TOKEN_URL,
        data=urllib.parse.urlencode({"grant_type": "client_credentials"}).encode(),
        headers={"Authorization": f"Basic {credentials}"},
    )
    with opener.open(request, timeout=TIMEOUT_SECONDS) as response:
        return json.load(response)["access_token"]


def result(status, text):
    """The result in an answer. What is no JSON does not come from the platform, but from something on the way to it."""
    try:
        answer = json.loads(text)
    except ValueError:
        raise Refused(f"HTTP {status}", text) from None
    if "error" in answer:
        raise Refused(answer["error"]["json"]["code"], answer["error"]["json"]["message"])
    return answer["result"]["data"]["json"]


def call(token, procedure, value):
    """Calls a procedure. Without an answer, and after 429 and 5xx, it waits and sends the same again."""
    request = urllib.request.Request(
        f"{HEALTH_URL}/api/trpc/{procedure}",
        data=json.dumps({"json": value}).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with opener.open(request, timeout=TIMEOUT_SECONDS) as response:
                text = response.read().decode(errors="replace")
                return result(response.status, text)
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500:
                return result(error.code, error.read().decode(errors="replace"))
            if attempt == ATTEMPTS:
                raise
        except (OSError, http.client.HTTPException):
            if attempt == ATTEMPTS:
                raise
        time.sleep(0.5 * 2**attempt)


token = get_token()

# One consultation. externalId is your own number for it. It is recorded once however often it is sent, so that sending it
# again after a lost answer is safe; what comes back is the first record.
now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
number = f"python/{now}-{os.getpid()}"
malaria = {
    "externalId": f"{number}-1",
    "patientId": "P-10482",
    "pathologyCode": "icd10:B54",
    "consultationDate": now,
}
print("recorded", call(token, "consultations.record", malaria)["data"]["id"])
print("sent again", call(token, "consultations.record", malaria)["data"]["id"])

# An error: go by the code; the message says what to change. This date lacks its time.
try:
    call(token, "consultations.record", {**malaria, "consultationDate": "2026-03-14"})
except Refused as error:
    print("refused", error.code, error)

# Many at once, up to 1,000, for what was written down while there was no network. Each line has a result of its own, in
# the same order: the first was recorded above, the second is new, the third is refused and does not stop the others.
cholera = {
    "externalId": f"{number}-2",
    "patientId": "P-10483",
    "pathologyName": "Cholera",
    "consultationDate": now,
}
nothing = {"externalId": f"{number}-3", "patientId": "P-10484", "consultationDate": now}
many = call(token, "consultations.recordMany", {"consultations": [malaria, cholera, nothing]})
for line in many["data"]["results"]:
    print("line", line["status"], *([line["code"], line["message"]] if line["status"] == "refused" else []))

# What the platform has under one of your numbers, to compare with your own books.
found = call(token, "consultations.list", {"externalId": f"{number}-2"})
for consultation in found["data"]["consultations"]:
    print("found", consultation["externalId"], consultation["pathologyName"])
