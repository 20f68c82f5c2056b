// Records consultations from a clinic's server with Node and its fetch: node consultations.mjs
//
// The platform uses JSON over HTTP. The URL of a procedure is /api/trpc/<module>.<procedure>. The input is wrapped as
// {"json": {...}}, a result as {"result": {"data": {"json": ...}}}, an error as
// {"error": {"json": {"code": ..., "message": ...}}}.

const HEALTH_URL = process.env.HEALTH_URL ?? 'http://localhost:3000';
const TOKEN_URL = process.env.TOKEN_URL ?? 'http://localhost:4400/token';
const CLIENT_ID = process.env.CLIENT_ID ?? 'clinic';
const CLIENT_SECRET = process.env.CLIENT_SECRET ?? 'clinic-demo';

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 5;

/** An error response of the platform. */
class Refused extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

let token;
let renewAt = 0;

/** Returns an access token, which is used until a minute before it expires. */
async function getToken() {
  if (Date.now() < renewAt) return token;
  const { access_token, expires_in = 300 } = await requestToken();
  token = access_token;
  renewAt = Date.now() + Math.max(expires_in - 60, expires_in / 2) * 1000;
  return token;
}

/** Gets an access token with the client-credentials grant of OAuth 2.0. */
async function requestToken() {
  const response = await fetch(TOKEN_URL, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status >= 500) throw new Error(`No token: the portal answered ${response.status}`);
  // The portal says what is wrong, for example invalid_client or invalid_scope.
  if (!response.ok)
    throw new Refused({ code: `HTTP ${response.status}`, message: `No token: ${await response.text()}` });
  return response.json();
}

/** Returns the result of a response. A body that is not JSON comes from a proxy, not from the platform. */
function read(status, text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Refused({ code: `HTTP ${status}`, message: text });
  }
  if (answer.error) throw new Refused(answer.error.json);
  const result = answer.result.data.json;
  for (const { path, meant } of result?.warnings ?? [])
    console.warn(`ignored ${path}: did you mean ${meant}?`);
  return result;
}

/** Calls a procedure. Waits and retries after no response, 429 and 5xx; after a 401, once with another token. */
async function call(procedure, input) {
  let isRenewed = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(`${HEALTH_URL}/api/trpc/${procedure}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await getToken()}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ json: input }),
        redirect: 'error', // A redirect would send the token and patient data to another host.
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.status === 401 && !isRenewed) {
        isRenewed = true;
        renewAt = 0;
        continue;
      }
      if (response.status !== 429 && response.status < 500) return read(response.status, text);
      if (attempt === ATTEMPTS) throw new Error(`The platform answered ${response.status}`);
    } catch (error) {
      if (error instanceof Refused || attempt === ATTEMPTS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
  }
}

// One consultation. externalId is your own number for it. It is recorded once, also if it is sent again after a lost
// response; the response then contains the first record.
const number = `node/${new Date().toISOString()}-${process.pid}`;
const malaria = {
  externalId: `${number}-1`,
  patientId: 'P-10482',
  pathologyCode: 'icd10:B54',
  consultationDate: new Date().toISOString(),
};
const first = await call('consultations.record', malaria);
console.log(`recorded ${first.data.id}`);
const again = await call('consultations.record', malaria);
console.log(`sent again ${again.data.id}`);

// An error. Handle it by its code; the message says what to change. Here the date has no time.
try {
  await call('consultations.record', { ...malaria, consultationDate: '2026-03-14' });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`refused ${error.code} ${error.message}`);
}

// Up to 1,000 consultations in one call, for example after a network failure. Each item has its own result, in the
// same order: the first is already recorded, the second is new, the third is refused without affecting the others.
const { consultationDate } = malaria;
const many = await call('consultations.recordMany', {
  consultations: [
    malaria,
    { externalId: `${number}-2`, patientId: 'P-10483', pathologyName: 'Cholera', consultationDate },
    { externalId: `${number}-3`, patientId: 'P-10484', consultationDate },
  ],
});
for (const { status, code, message } of many.data.results) {
  console.log(status === 'refused' ? `line refused ${code} ${message}` : `line ${status}`);
}

// Finds a consultation by its externalId, to compare it with your own records.
const found = await call('consultations.list', { externalId: `${number}-2` });
for (const { externalId, pathologyName } of found.data.consultations) {
  console.log(`found ${externalId} ${pathologyName}`);
}
