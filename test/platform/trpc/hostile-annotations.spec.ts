import { BASE, JSON_TYPE, STREAM, TransportScenario } from './transport-scenario';

/** Returns an input that superjson deserializes in quadratic time. */
function quadratic(size: number): string {
  const referentialEqualities: Record<string, string[]> = {};
  for (let index = 0; index < size; index += 1) referentialEqualities[`message.${index}`] = [`x.${index}`];
  return JSON.stringify({
    json: { message: Array.from({ length: size }, (_, index) => index), x: [] },
    meta: { values: { message: ['set'] }, referentialEqualities },
  });
}

function annotate(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_none, index) => [`a${index}`, ['undefined']]));
}

describe('annotations that superjson processes slowly', () => {
  const scenario = TransportScenario.forSuite();

  it.each([
    ['plain', '', {}],
    ['streamed', '?batch=1', STREAM],
  ])('are refused before they are processed, %s', async (_name, query, stream) => {
    const input = quadratic(1_900);
    const headers = { ...JSON_TYPE, ...stream };
    const body = query === '' ? input : `{"0":${input}}`;
    const { text } = await scenario.send({ path: `${BASE}/chatbot.sendMessage${query}`, headers, body });
    expect(text).toContain('holds more than undefined, Date and number');
  });

  it.each([
    ['too many', annotate(2_000), 'more than 2000 different field names'],
    ['more than a call has fields', annotate(101), 'holds more than undefined, Date and number'],
    ['too long', { ['a.'.repeat(101)]: ['undefined'] }, 'holds more than undefined, Date and number'],
  ])('are refused if they are %s', async (_name, values, message) => {
    const { status, text } = await scenario.send({
      path: `${BASE}/chatbot.sendMessage`,
      headers: JSON_TYPE,
      body: JSON.stringify({ json: { message: 'I cough' }, meta: { values } }),
    });
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([
    [10_000, 'expected at least one consultation'],
    [10_001, 'holds more than undefined, Date and number'],
  ])('may be %i of calls with many records', async (count, message) => {
    const { status, text } = await scenario.send({
      path: `${BASE}/consultations.recordMany`,
      headers: { ...JSON_TYPE, cookie: await scenario.platform.session({ role: 'doctor', country: 'KE' }) },
      body: JSON.stringify({ json: { consultations: [] }, meta: { values: annotate(count) } }),
    });
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each(['[1]', '{"0":5}', '{"json":', '"text"', '{"0":{"json":{},"meta":{"values":{"a":["set"]}}}}'])(
    'and any other input, %s, are not read for a caller without access',
    async (body) => {
      const path = `${BASE}/consultations.record`;
      const anonymous = await scenario.send({ path, headers: JSON_TYPE, body });
      expect(anonymous.status).toBe(401);
      const cookie = await scenario.platform.session({ role: 'user' });
      const user = await scenario.send({ path, headers: { ...JSON_TYPE, cookie }, body });
      expect(user.status).toBe(403);
    },
  );
});
