import { createHash } from 'node:crypto';
import { ModelServer, completes, fails, sendsBody } from '../../support/model-server';
import { refuseWrites } from '../../support/refused-writes';
import { BASE, JSON_TYPE, STREAM, TransportScenario } from './transport-scenario';

/** Values that callers send. */
const SECRETS = {
  message: 'sentinel message of a person',
  patient: 'sentinel-patient-10482',
  email: 'sentinel@example.org',
  name: 'Sentinel Otieno',
  pathology: 'sentinel pathology of one person',
  token: `sentinel-token-${'x'.repeat(28)}`,
  header: 'sentinel-authorization-header',
} as const;

const MESSAGE = SECRETS.message;
const DATE = '2024-05-06T07:08:09Z';

describe('the log in production', () => {
  let scenario: TransportScenario;
  let model: ModelServer;
  let session: { cookie: string };

  beforeEach(async () => {
    model = await ModelServer.start();
    scenario = await TransportScenario.start({
      // In other environments, database errors are logged with their messages, which quote values.
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'trace',
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_MAX_RETRIES: '0',
    });
    const { email, name } = SECRETS;
    session = { cookie: await scenario.platform.session({ role: 'admin', country: 'KE', email, name }) };
  });

  afterEach(async () => {
    await scenario.close();
    await model.close();
  });

  /** Expects neither secrets, nor the session's token, nor its hash in the log. */
  function expectNoSecrets(): void {
    const log = scenario.platform.logLines.join('');
    const token = session.cookie.replace('session=', '');
    const hash = createHash('sha256').update(token).digest('base64url');
    const hidden = [...Object.values(SECRETS), 'sentinel', 'Sentinel', token, hash];
    expect(hidden.filter((secret) => log.includes(secret))).toEqual([]);
  }

  /** Expects a line with the path of a request. */
  function expectLogged(path: string): void {
    const lines = scenario.platform.logLines.filter((line) => line.includes(`"path":"${path}"`));
    expect(lines.length).toBeGreaterThan(0);
  }

  async function post(procedure: string, json: unknown, headers = {}): Promise<number> {
    const body = typeof json === 'string' ? json : JSON.stringify({ 0: { json } });
    const path = `${BASE}/${procedure}`;
    const { status } = await scenario.send({ path, headers: { ...JSON_TYPE, ...session, ...headers }, body });
    expectLogged(path);
    return status;
  }

  const consultation = {
    patientId: SECRETS.patient,
    pathologyName: SECRETS.pathology,
    consultationDate: DATE,
  };

  it('contains no values of successful calls', async () => {
    model.behave(completes(SECRETS.message));
    expect(await post('chatbot.sendMessage', { message: SECRETS.message })).toBe(200);
    expect(await post('consultations.record', consultation)).toBe(200);
    expect(await post('auth.me', {})).toBe(200);
    expect(await post('auth.logout', {})).toBe(200);
    expectNoSecrets();
  });

  it('contains no values of refused calls', async () => {
    expect(await post('chatbot.sendMessage', { message: `${SECRETS.message}\0` })).toBe(400);
    expect(await post('chatbot.sendMessage', { message: '?', conversationId: SECRETS.token })).toBe(404);
    for (const input of [
      { ...consultation, consultationDate: SECRETS.patient },
      { [SECRETS.email]: SECRETS.patient },
    ])
      expect(await post('consultations.record', input)).toBe(400);
    expect(await post('health.pathologyStats', { year: SECRETS.email })).toBe(400);
    expect(await post('auth.me', {}, { cookie: `session=${SECRETS.token}` })).toBe(401);
    expectNoSecrets();
  });

  it.each([
    ['truncated', `{"0":{"json":{"message":"${SECRETS.message}`],
    ['with invalid JSON in the middle', `{"patientId": ${SECRETS.patient}}`],
    ['a bare word', SECRETS.email],
    ['with an invalid meta', `{"json":{"message":"${SECRETS.message}"},"meta":{"values":{"message":["x"]}}}`],
  ])('contains no part of a body that is %s, streamed or not', async (_case, body) => {
    expect(await post('chatbot.sendMessage', body)).toBe(400);
    await post('chatbot.sendMessage?batch=1', body, STREAM).catch(() => undefined);
    expectNoSecrets();
  });

  it('contains neither query strings nor headers', async () => {
    const { email, message, token } = SECRETS;
    const input = encodeURIComponent(JSON.stringify({ json: { year: email, message } }));
    const headers = {
      ...session,
      authorization: `Bearer ${SECRETS.header}`,
      'user-agent': SECRETS.header,
      referer: `http://x/?${token}`,
      'x-request-id': `${SECRETS.header} with a space`,
      'x-forwarded-for': SECRETS.header,
    };
    for (const path of ['health.pathologyStats', 'chatbot.sendMessage', 'no.such']) {
      await scenario.get(`${path}?input=${input}&token=${token}&email=${email}`, headers);
    }
    for (const path of [`/nowhere?email=${email}`, `/api/oauth/callback?code=${token}&state=x`])
      await scenario.send({ method: 'GET', path, headers });
    expectLogged(`${BASE}/health.pathologyStats`);
    expectNoSecrets();
  });

  it.each([
    ['returns an error with the message', fails(500, { message: MESSAGE, code: MESSAGE, type: 'x y' })],
    ['returns the message instead of JSON', sendsBody(SECRETS.message)],
    ['returns JSON that is no completion', sendsBody(JSON.stringify({ error: SECRETS.message }))],
  ])('contains no message if the model %s', async (_case, behaviour) => {
    model.behave(behaviour);
    expect(await post('chatbot.sendMessage', { message: SECRETS.message })).toBe(200);
    expect(scenario.platform.logLines.join('')).toContain('a model server gave no whole reply');
    expectNoSecrets();
  });

  it.each([
    ['in a message of one line', `'refused: %', NEW.patient_id`],
    ['in a message with a line that looks like a stack frame', `E'refused\\n    at %', NEW.patient_id`],
    ['in detail and hint', `'refused' USING DETAIL = NEW.patient_id, HINT = NEW.patient_id`],
    ['in a constraint violation', `'refused %', NEW.patient_id USING ERRCODE = '23514'`],
  ])('contains no value that the database quotes %s', async (_case, raise) => {
    await refuseWrites(scenario.platform.database, 'INSERT ON consultation', raise);
    expect(await post('consultations.record', consultation)).toBe(500);
    expect(scenario.platform.logLines.join('')).toContain('QueryFailedError');
    expectNoSecrets();
  });

  it('contains no values of a row that violates a constraint', async () => {
    const { database } = scenario.platform;
    await database.query(`ALTER TABLE message ADD CHECK (content NOT LIKE 'sentinel%')`);
    await database.query(`ALTER TABLE consultation ADD UNIQUE (country, patient_id)`);
    expect(await post('chatbot.sendMessage', { message: SECRETS.message })).toBe(500);
    expect(await post('consultations.record', consultation)).toBe(200);
    expect(await post('consultations.record', consultation)).toBe(500);
    expectNoSecrets();
  });

  it('contains no token if the session lookup fails', async () => {
    await scenario.platform.database.query('DROP TABLE session');
    expect(await post('auth.me', {})).toBe(500);
    expectNoSecrets();
  });
});
