import { BASE, JSON_TYPE, STREAM, TransportScenario } from './transport-scenario';

/** Returns an input that superjson deserializes in quadratic time: over a second for a size of 25,000. */
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
    const input = quadratic(25_000);
    const headers = { ...JSON_TYPE, ...stream };
    const body = query === '' ? input : `{"0":${input}}`;
    const { text } = await scenario.send({ path: `${BASE}/chatbot.sendMessage${query}`, headers, body });
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
