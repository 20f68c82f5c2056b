import { BASE, JSON_TYPE, STREAM, TransportScenario } from './transport-scenario';

const ALLOWED_ORIGIN = 'https://app.health.example';
const SIBLING_ORIGIN = 'https://blog.health.example';
const BODY = JSON.stringify({
  json: { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' },
});

describe('a mutation of a browser', () => {
  const scenario = TransportScenario.forSuite({ CORS_ORIGINS: ALLOWED_ORIGIN });

  const record = (headers: Record<string, string>) =>
    scenario.post('consultations.record', BODY, { ...JSON_TYPE, ...headers });

  it.each([
    ['a page of the platform', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1' }],
    ['an address that a user typed', { 'sec-fetch-site': 'none' }],
    ['a caller that is no browser', {}],
    ['an origin of CORS_ORIGINS', { 'sec-fetch-site': 'same-site', origin: ALLOWED_ORIGIN }],
  ])('is accepted from %s', async (_name, headers: Record<string, string>) => {
    expect((await record(headers)).status).toBe(200);
  });

  it.each([
    ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: SIBLING_ORIGIN }],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a page that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['a page that sends none', { 'sec-fetch-site': 'same-site' }],
  ])('is refused from %s', async (_name, headers: Record<string, string>) => {
    const { status, text } = await record(headers);
    expect(status).toBe(403);
    expect(text).toContain('pages of this origin may not call here');
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

  it('is refused in a batch, streamed or not, and with its input in the URL', async () => {
    const headers = { ...(await scenario.administrator()), 'sec-fetch-site': 'same-site' };
    const json = { ...headers, ...JSON_TYPE };
    const input = new URLSearchParams({ input: BODY }).toString();
    const previous = await countConsultations();
    const sent = [
      { path: `${BASE}/consultations.record?${input}`, headers },
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
    const headers = { ...(await scenario.administrator()), 'sec-fetch-site': 'cross-site' };
    expect((await scenario.get('auth.me', headers)).status).toBe(200);
  });

  const countConsultations = async (): Promise<number> => {
    const [{ count }] = await scenario.platform.database.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM consultation',
    );
    return count;
  };
});
