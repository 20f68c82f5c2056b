// Records a consultation from a page of another origin, as the person who is signed in.
//
// The platform speaks JSON over HTTP. Each procedure has an address, /api/trpc/<module>.<procedure>, and takes its input
// wrapped as {"json": {...}}. A result comes as {"result": {"data": {"json": ...}}}, an error as
// {"error": {"json": {"code": ..., "message": ...}}}.
//
// Nobody's token is in this page: the browser holds a session cookie that scripts cannot read. It sends it where three
// things are so: the call says `credentials: 'include'`; this page's origin is in the platform's setting CORS_ORIGINS; and
// both are of one site (health.example.org and clinic.example.org are; on one machine, all ports of localhost are).

const HEALTH_URL = new URLSearchParams(location.search).get('health') ?? 'http://localhost:3000';

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 4;

/** What the platform says is wrong with a call. */
class Refused extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

/** The result in an answer. What is no JSON does not come from the platform, but from something on the way to it. */
function read(status, text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Refused({ code: `HTTP ${status}`, message: text });
  }
  if (answer.error) throw new Refused(answer.error.json);
  return answer.result.data.json;
}

/** Calls a procedure. Without an answer, and after 429 and 5xx, it waits and sends the same again. */
async function call(procedure, input) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(`${HEALTH_URL}/api/trpc/${procedure}`, {
        method: 'POST',
        credentials: 'include',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ json: input }),
        redirect: 'error', // Another host gets no patient.
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

// What is being recorded, with your own number for it. Pressing the button again after a lost answer sends the very same, which
// is recorded once; what somebody changes in between is another consultation.
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
    // A refusal says which field to change. Anything else means that there was no answer.
    outcome.textContent =
      error instanceof Refused ? `${error.code}: ${error.message}` : 'No answer. Press the button again.';
  }
});

function item({ consultationDate, pathologyName, country }) {
  const element = document.createElement('li');
  element.textContent = `${consultationDate.slice(0, 10)} ${pathologyName} ${country}`;
  return element;
}
