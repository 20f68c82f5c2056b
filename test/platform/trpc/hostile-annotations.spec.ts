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

describe('annotations that superjson processes slowly', () => {
  const scenario = TransportScenario.forSuite();

  it.each([
    ['plain', '', {}],
    ['streamed', '?batch=1', STREAM],
  ])('are refused before they are processed, %s', async (_name, query, stream) => {
    const input = quadratic(10_000);
    const headers = { ...JSON_TYPE, ...stream };
    const body = query === '' ? input : `{"0":${input}}`;
    const { text } = await scenario.send({ path: `${BASE}/chatbot.sendMessage${query}`, headers, body });
    expect(text).toContain('holds more than undefined, Date and number');
  });

  it.each([
    [
      'too many',
      Object.fromEntries(Array.from({ length: 10_001 }, (_none, index) => [`a${index}`, ['undefined']])),
    ],
    ['too long', { ['a.'.repeat(101)]: ['undefined'] }],
  ])('are refused if they are %s', async (_name, values) => {
    const body = JSON.stringify({ json: { message: 'I cough' }, meta: { values } });
    const { status, text } = await scenario.send({
      path: `${BASE}/chatbot.sendMessage`,
      headers: JSON_TYPE,
      body,
    });
    expect(status).toBe(400);
    expect(text).toContain('holds more than undefined, Date and number');
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
