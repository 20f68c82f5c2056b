import { CURL_COMMAND } from '../code-samples/curl';
import { NO_REDIRECTS } from '../code-samples/python';
import type { ReferenceSource } from '../reference-source';
import { BASE_PATH } from '../../../platform/trpc/transport/target';

type Addresses = Pick<ReferenceSource, 'publicUrl' | 'tokenEndpoint'>;

/** Writes a Python 3 program that gets a token and records a consultation. */
export function writePythonProgram({ publicUrl, tokenEndpoint }: Addresses): string {
  const tokenUrl = tokenEndpoint === null ? 'os.environ["HEALTH_TOKEN_URL"]' : JSON.stringify(tokenEndpoint);
  return `import base64
import json
import os
import urllib.error
import urllib.parse
import urllib.request

TOKEN_URL = ${tokenUrl}
BASE_URL = "${publicUrl}${BASE_PATH}"


${NO_REDIRECTS.join('\n')}


def send(url, data, headers):
    request = urllib.request.Request(url, data=data, headers=headers, method="POST")
    try:
        with opener.open(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as failure:
        raise SystemExit(f"{url} answered {failure.code}: {failure.read().decode()}")


def access_token():
    client = os.environ["HEALTH_CLIENT_ID"] + ":" + os.environ["HEALTH_CLIENT_SECRET"]
    answer = send(
        TOKEN_URL,
        urllib.parse.urlencode({"grant_type": "client_credentials"}).encode(),
        {"Authorization": "Basic " + base64.b64encode(client.encode()).decode()},
    )
    return answer["access_token"]


def call(procedure, parameters, token):
    answer = send(
        BASE_URL + "/" + procedure,
        json.dumps({"0": {"json": parameters}}).encode(),
        {"Authorization": "Bearer " + token, "Content-Type": "application/json"},
    )
    return answer["result"]["data"]["json"]


consultation = call(
    "consultations.record",
    {
        "patientId": "P-10482",
        "pathologyName": "Malaria",
        "consultationDate": "2026-03-14T09:30:00Z",
        "externalId": "my-system/1",
    },
    access_token(),
)
print("recorded", consultation["data"]["id"])
`;
}

/** Writes a POSIX shell command that exports an access token as `HEALTH_TOKEN`. */
export function writeShellTokenRequest({ tokenEndpoint }: Addresses): string {
  return `TOKEN_URL=${tokenEndpoint ?? '"$HEALTH_TOKEN_URL"'}
export HEALTH_TOKEN=$(curl -sS -u "$HEALTH_CLIENT_ID:$HEALTH_CLIENT_SECRET" -d grant_type=client_credentials "$TOKEN_URL" |
  sed 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/')
`;
}

/** Writes a curl command that records a consultation with the token in `HEALTH_TOKEN`. */
export function writeShellProgram({ publicUrl }: Addresses): string {
  return `${CURL_COMMAND} ${publicUrl}${BASE_PATH}/consultations.record \\
  -H "Authorization: Bearer $HEALTH_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"0":{"json":{"patientId":"P-10482","pathologyName":"Malaria","consultationDate":"2026-03-14T09:30:00Z","externalId":"my-system/1"}}}'
`;
}
