import { BASE_PATH } from '../../../platform/trpc/transport/target';
import { CURL_COMMAND } from '../code-samples/curl';
import type { ReferenceSource } from '../reference-source';
import { writePythonProgram, writeShellProgram, writeShellTokenRequest } from './first-program';

/** Writes the getting-started guide, in Markdown with headings of level two. */
export function writeGettingStarted(source: ReferenceSource): string {
  return [
    `Record consultations, ask the health assistant and read a ministry’s numbers, over HTTP with JSON. No library is needed.
Procedures have addresses of the form \`${source.publicUrl}${BASE_PATH}/<module>.<procedure>\`. Those that read take GET and POST;
those that change something take POST only, and so does \`consultations.list\`, so that no patient’s number stands in an address.`,
    writeFirstCall(source),
    writeToken(source),
    writeRecord(source),
    writeSessions(source),
    ENVELOPE,
    ERRORS,
    IDEMPOTENT_RETRIES,
    writeFhir(source),
  ].join('\n\n');
}

function writeFirstCall({ publicUrl }: ReferenceSource): string {
  return `## A first call

Some procedures need nobody to be signed in:

\`\`\`sh
curl ${publicUrl}${BASE_PATH}/specialties.list
\`\`\``;
}

function writeToken(source: ReferenceSource): string {
  const { tokenEndpoint } = source;
  const portalText =
    tokenEndpoint === null
      ? 'The identity portal gives access tokens. Its administrator tells you the address of its token endpoint (`HEALTH_TOKEN_URL` below)'
      : `The identity portal gives access tokens, at \`${tokenEndpoint}\`. Its administrator gives you`;
  return `## Get a token

${portalText}${tokenEndpoint === null ? ', and gives you' : ''} a client id and a secret. Your server exchanges them for an access token by the
client-credentials grant (RFC 6749, section 4.4), and sends it as \`Authorization: Bearer <token>\`. When a token has expired
(\`expires_in\` seconds, or the answer 401), get another one. What a client may do is what the portal grants it.${writeDemoPortalHint(tokenEndpoint)}

The samples of the procedures read the token from the variable \`HEALTH_TOKEN\`. In a POSIX shell:

\`\`\`sh
${writeShellTokenRequest(source)}\`\`\``;
}

/** Mentions the embedded demo portal, which listens on localhost only and displays its clients' secrets. */
function writeDemoPortalHint(tokenEndpoint: string | null): string {
  if (tokenEndpoint === null) return '';
  const { hostname, origin } = new URL(tokenEndpoint);
  if (!['localhost', '127.0.0.1'].includes(hostname)) return '';
  return `\n\nThis is a portal to try the platform with: ${origin} shows clients and their secrets.`;
}

function writeRecord(source: ReferenceSource): string {
  return `## Record a consultation

In Python, with nothing to install. Set \`HEALTH_CLIENT_ID\` and \`HEALTH_CLIENT_SECRET\` (\`export HEALTH_CLIENT_ID=…\` in a shell, \`set HEALTH_CLIENT_ID=…\` on Windows), save it as \`record.py\`, and run \`python3 record.py\`:

\`\`\`python
${writePythonProgram(source)}\`\`\`

The same with \`curl\` 7.76 or later:

\`\`\`sh
${writeShellProgram(source)}\`\`\``;
}

function writeSessions({ publicUrl }: ReferenceSource): string {
  return `## Sessions, for browsers

A person signs in at \`${publicUrl}/api/oauth/login\`. That sets the cookie \`session\`, on https under the name \`__Host-session\`;
both names are understood, and the browser sends it by itself.
Pages of other origins may call where the platform’s setting \`CORS_ORIGINS\` names them; they send the cookie with
\`credentials: 'include'\`. Send the cookie or a token, never both.`;
}

const ENVELOPE = `## How calls look

The input stands under \`0.json\`, in the JSON body or, where a call only reads, in the query parameter \`input\`; the short form \`{"json": …}\` is understood too.
The result stands under \`result.data.json\`. Dates are ISO 8601 in UTC, ending in \`Z\`. Fields may be added to results, so
ignore those that you do not know.

Unknown fields of an input are ignored, and the answer says so. A misspelt field (\`external_id\` for \`externalId\`) stands in
\`warnings\` beside the result of a call that changes something, and in the header \`Ignored-Fields\` of every call: log both. While
you develop, send \`Prefer: handling=strict\` or \`?strict=1\`: the call is refused then, and the message names each unknown field.

\`\`\`text
request   {"0": {"json": {"year": 2026, "month": 3}}}
answer    {"result": {"data": {"json": [{"name": "Malaria", "count": 1204}]}}}
\`\`\``;

const ERRORS = `## Errors

An error has a status and one body, \`{"error": {"json": {"code", "message", "data"}, "meta"}}\`. Go by \`error.json.code\`; the message says
what to change, and may be reworded. Wait and try again after 429, 500, 502, 503 and 504, after a 409 that carries \`Retry-After\` (the
first call under the same \`Idempotency-Key\` still runs), and after no answer at all; \`Retry-After\` says how many seconds to wait, where
it is there. Any other answer stays as it is until the call changes. Quote the header \`x-request-id\` when you ask about an answer.`;

const IDEMPOTENT_RETRIES = `## Repeat without recording twice

Over a bad network, an answer may be lost after the work was done. Give each consultation your own number as \`externalId\`: it is recorded
once, however often it is sent, and a repetition is answered with the first record. For every other call that changes something, send
the header \`Idempotency-Key\` with a new random value, and the same value when you repeat it within 24 hours: the first answer
comes back and nothing is done again.`;

function writeFhir({ publicUrl }: ReferenceSource): string {
  return `## FHIR

Systems that speak FHIR R4 send a Bundle of \`Encounter\` with \`Condition\`, with the same token or cookie:

\`\`\`sh
${CURL_COMMAND} ${publicUrl}/fhir -H "Authorization: Bearer $HEALTH_TOKEN" \\
  -H 'Content-Type: application/fhir+json' --data-binary @bundle.json
\`\`\`

\`${publicUrl}/fhir/metadata\` says what is understood, and \`POST /fhir\` among the procedures shows a Bundle.`;
}
