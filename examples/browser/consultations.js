// Records a consultation from a page of another origin, with the session of the signed-in user.
//
// The platform uses JSON over HTTP. The URL of a procedure is /api/trpc/<module>.<procedure>. The input is wrapped as
// {"json": {...}}, a result as {"result": {"data": {"json": ...}}}, an error as
// {"error": {"json": {"code": ..., "message": ...}}}.
//
// The page has no token. The browser holds a session cookie that scripts cannot read. It sends the cookie if the call has
// `credentials: 'include'`, this page's origin is in the platform's setting CORS_ORIGINS, and both origins belong to one
// site (health.example.org and clinic.example.org do, and all ports of localhost).

const HEALTH_URL = new URLSearchParams(location.search).get('health') ?? 'http://localhost:3000';

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 4;

/** An error response of the platform. */
class Refused extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
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

/** Calls a procedure. Waits and retries after no response, 429 and 5xx. */
async function call(procedure, input) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(`${HEALTH_URL}/api/trpc/${procedure}`, {
        method: 'POST',
        credentials: 'include',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ json: input }),
        redirect: 'error', // A redirect would send patient data to another host.
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.status !== 429 && response.status < 500) return read(response.status, text);
      if (attempt === ATTEMPTS) throw new Error(`The platform answered ${response.status}`);
    } catch (error) {
      if (error instanceof Refused || attempt === ATTEMPTS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
  }
}

const form = document.querySelector('#consultation');
const outcome = document.querySelector('#outcome');

document.querySelector('#sign-in').href = `${HEALTH_URL}/api/oauth/login`;

try {
  const { name, role } = await call('auth.me', null);
  document.querySelector('#who').textContent = `Signed in: ${name} (${role})`;
  form.hidden = false;
} catch (error) {
  if (error.code !== 'UNAUTHORIZED') outcome.textContent = `No answer: ${error.message}`;
}

// The consultation to record, with your own number for it. Pressing the button again after a lost response sends the same
// draft, which is recorded once. A change in the form starts a new draft.
let draft;
form.addEventListener('input', () => (draft = undefined));

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  draft ??= {
    externalId: `browser/${Date.now()}-${Math.random().toString(36).slice(2)}`,
    ...Object.fromEntries(new FormData(form)),
    consultationDate: new Date().toISOString(),
  };
  const { patientId } = draft;
  try {
    await call('consultations.record', draft);
    draft = undefined;
    const { data } = await call('consultations.list', { patientId, limit: 10 });
    document.querySelector('#recorded').replaceChildren(...data.consultations.map(item));
    outcome.textContent = 'Recorded.';
  } catch (error) {
    // An error response says which field to change. Any other error means that there was no response.
    outcome.textContent =
      error instanceof Refused ? `${error.code}: ${error.message}` : 'No answer. Press the button again.';
  }
});

function item({ consultationDate, pathologyName, country }) {
  const element = document.createElement('li');
  element.textContent = `${consultationDate.slice(0, 10)} ${pathologyName} ${country}`;
  return element;
}
