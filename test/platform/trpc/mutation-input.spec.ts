import { BASE, JSON_TYPE, STREAM, TransportScenario, clientError } from './transport-scenario';

const INPUT = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
const BODY = JSON.stringify({ json: INPUT });
const QUERY = `input=${encodeURIComponent(BODY)}`;
const BATCH = `batch=1&input=${encodeURIComponent(`{"0":${BODY}}`)}`;
const REFUSAL = 'input: a mutation takes its input as a JSON body, not in the URL';

describe('the input of a mutation', () => {
  const scenario = TransportScenario.forSuite();

  const post = async (query: string, headers: Record<string, string>, body?: string) =>
    scenario.send({
      path: `${BASE}/consultations.record?${query}`,
      headers: { ...(await scenario.administrator()), ...headers },
      ...(body !== undefined && { body }),
    });

  const countConsultations = async (): Promise<number> => {
    const [{ count }] = await scenario.platform.database.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM consultation',
    );
    return count;
  };

  it('is accepted as a JSON body', async () => {
    expect((await post('', JSON_TYPE, BODY)).status).toBe(200);
  });

  it.each([
    { name: 'without a body', query: QUERY, headers: {} },
    { name: 'with an empty body', query: QUERY, headers: {}, body: '' },
    { name: 'with an empty JSON body', query: QUERY, headers: JSON_TYPE, body: '' },
    { name: 'in a batch', query: BATCH, headers: JSON_TYPE, body: '' },
    { name: 'in a streamed batch', query: BATCH, headers: { ...JSON_TYPE, ...STREAM }, body: '' },
  ])('is refused in the URL $name', async ({ query, headers, body }) => {
    const previous = await countConsultations();
    expect(clientError(await post(query, headers, body))).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      message: REFUSAL,
    });
    expect(await countConsultations()).toBe(previous);
  });

  it('is refused in the URL of a batch that also has a query', async () => {
    const headers = await scenario.administrator();
    const path = `${BASE}/auth.me,consultations.record?batch=1&input=${encodeURIComponent(`{"1":${BODY}}`)}`;
    expect(clientError(await scenario.send({ path, headers })).message).toBe(REFUSAL);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/json5',
  ])('is refused as %s', async (type) => {
    const previous = await countConsultations();
    expect(clientError(await post('', { 'content-type': type }, BODY)).status).toBe(415);
    expect(await countConsultations()).toBe(previous);
  });

  it('is refused without a content type', async () => {
    expect(clientError(await post('', {}, BODY)).status).toBe(415);
  });

  it('still gets 405 in the URL of a GET', async () => {
    const session = await scenario.administrator();
    expect(clientError(await scenario.get(`consultations.record?${QUERY}`, session)).status).toBe(405);
  });
});
