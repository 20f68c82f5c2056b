import { BASE, JSON_TYPE, STREAM, TransportScenario } from './transport-scenario';

const PUBLIC_URL = 'http://health.example:3000';
const ALLOWED_ORIGIN = 'https://app.health.example';
const SIBLING_ORIGIN = 'http://blog.health.example:3000';
const INPUT = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
const BODY = JSON.stringify({ json: INPUT });
const REFUSAL = 'pages of this origin may not call here';

type Headers = Record<string, string>;

describe('a mutation of a browser', () => {
  const scenario = TransportScenario.forSuite({ CORS_ORIGINS: ALLOWED_ORIGIN, PUBLIC_URL });

  const record = (headers: Headers) =>
    scenario.post('consultations.record', BODY, { ...JSON_TYPE, ...headers });

  it.each([
    ['a page of PUBLIC_URL', { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }],
    ['a page of PUBLIC_URL, in the Referer', { referer: `${PUBLIC_URL}/dashboard?period=2026-03` }],
    ['a page of the host in the request', { origin: 'http://10.0.0.7', host: '10.0.0.7:80' }],
    ['a page of the host in the request, in the Referer', { referer: 'http://pi:3000/', host: 'PI:3000' }],
    ['an origin of CORS_ORIGINS', { origin: ALLOWED_ORIGIN, 'sec-fetch-site': 'same-site' }],
    [
      'an origin of CORS_ORIGINS, in the Referer',
      { referer: `${ALLOWED_ORIGIN}/`, 'sec-fetch-site': 'same-site' },
    ],
    ['an address that a user typed', { 'sec-fetch-site': 'none' }],
    ['a caller that is no browser', {}],
  ])('is accepted from %s', async (_name, headers: Headers) => {
    expect((await record(headers)).status).toBe(200);
  });

  it.each([
    ['another host of the same site', { origin: SIBLING_ORIGIN }],
    ['another host, in the Referer', { referer: `${SIBLING_ORIGIN}/post?to=${PUBLIC_URL}` }],
    ['another port of the same host', { origin: 'http://health.example:8000' }],
    ['another scheme of the same host', { origin: 'https://health.example:3000' }],
    [
      'another host that claims to be the same origin',
      { origin: SIBLING_ORIGIN, 'sec-fetch-site': 'same-origin' },
    ],
    ['another host that claims to be no page', { origin: SIBLING_ORIGIN, 'sec-fetch-site': 'none' }],
    ['another host with the Referer of the platform', { origin: SIBLING_ORIGIN, referer: `${PUBLIC_URL}/` }],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a host whose name begins like ours', { origin: 'http://health.example.evil.example:3000' }],
    ['a page that hides its origin', { origin: 'null' }],
    [
      'a page that hides its origin, with the Referer of the platform',
      { origin: 'null', referer: PUBLIC_URL },
    ],
    ['a page with two origins', { origin: `${PUBLIC_URL}, ${SIBLING_ORIGIN}` }],
    ['a page with an empty origin', { origin: '' }],
    ['a Referer that is no URL', { referer: 'health.example:3000' }],
    ['a page that sends neither, from another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page that sends neither, from another host of the site', { 'sec-fetch-site': 'same-site' }],
    ['a page of another host, with an invalid Host header', { origin: 'null', host: '[' }],
    [
      'a page of another host, with a password for the platform',
      { origin: SIBLING_ORIGIN, authorization: 'Basic dTpw' },
    ],
  ])('is refused from %s', async (_name, headers: Headers) => {
    const previous = await countConsultations();
    const { status, text } = await record(headers);
    expect({ status, text }).toMatchObject({
      status: 403,
      text: expect.stringContaining(REFUSAL) as unknown,
    });
    expect(await countConsultations()).toBe(previous);
  });

  it('is checked for its access token instead of its origin', async () => {
    const { status, text } = await scenario.send({
      path: `${BASE}/consultations.record`,
      headers: { ...JSON_TYPE, origin: SIBLING_ORIGIN, authorization: 'Bearer rubbish' },
      body: BODY,
    });
    expect({ status, text }).not.toMatchObject({ status: 403 });
    expect(text).not.toContain(REFUSAL);
  });

  it('is refused with a session and an access token, whatever its origin', async () => {
    const { status } = await record({ origin: SIBLING_ORIGIN, authorization: 'Bearer rubbish' });
    expect(status).toBe(400);
  });

  it('exposes WWW-Authenticate and Retry-After only to origins of CORS_ORIGINS', async () => {
    const exposedHeaders = async (origin: string) => {
      const { headers } = await record({ origin, authorization: 'Bearer rubbish' });
      const exposed = headers['access-control-expose-headers']?.split(',');
      return headers['access-control-allow-origin'] === origin ? exposed : undefined;
    };
    expect(await exposedHeaders(ALLOWED_ORIGIN)).toEqual(
      expect.arrayContaining(['www-authenticate', 'retry-after']),
    );
    expect(await exposedHeaders('https://evil.example')).toBeUndefined();
  });

  it('is refused in a batch, streamed or not', async () => {
    const headers = { ...(await scenario.administrator()), origin: SIBLING_ORIGIN };
    const json = { ...headers, ...JSON_TYPE };
    const previous = await countConsultations();
    const sent = [
      { path: `${BASE}/auth.me,consultations.record?batch=1`, headers: json, body: '{}' },
      {
        path: `${BASE}/consultations.record?batch=1`,
        headers: { ...json, ...STREAM },
        body: `{"0":${BODY}}`,
      },
    ];
    for (const request of sent) expect((await scenario.send(request)).status).toBe(403);
    expect(await countConsultations()).toBe(previous);
  });

  it('does not apply to queries', async () => {
    const headers = { ...(await scenario.administrator()), origin: SIBLING_ORIGIN };
    expect((await scenario.get('auth.me', headers)).status).toBe(200);
  });

  const countConsultations = async (): Promise<number> => {
    const [{ count }] = await scenario.platform.database.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM consultation',
    );
    return count;
  };
});

describe('a mutation of a browser if PUBLIC_URL is https', () => {
  const scenario = TransportScenario.forSuite({ PUBLIC_URL: 'https://health.example' });

  const record = (headers: Headers) => scenario.post('consultations.record', BODY, headers);

  it('is accepted from a page of PUBLIC_URL, and of the host in the request', async () => {
    expect((await record({ origin: 'https://health.example' })).status).toBe(200);
    expect((await record({ origin: 'https://pi.local', host: 'pi.local' })).status).toBe(200);
  });

  it('is refused from an http page of the same host', async () => {
    const { status, text } = await record({ origin: 'http://health.example', host: 'health.example' });
    expect(status).toBe(403);
    expect(text).toContain(REFUSAL);
  });
});
