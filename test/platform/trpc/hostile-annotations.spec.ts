import { BASE, JSON_TYPE, WireScenario } from './wire-scenario';

/** Makes superjson look each of some thousand members of a set up from its beginning: over a second for 25,000. */
function quadratic(size: number): string {
  const referentialEqualities: Record<string, string[]> = {};
  for (let index = 0; index < size; index += 1) referentialEqualities[`message.${index}`] = [`x.${index}`];
  return JSON.stringify({
    json: { message: Array.from({ length: size }, (_, index) => index), x: [] },
    meta: { values: { message: ['set'] }, referentialEqualities },
  });
}

describe('annotations that would cost much', () => {
  let scenario: WireScenario;

  beforeAll(async () => {
    scenario = await WireScenario.start();
  });

  afterAll(async () => {
    await scenario.close();
  });

  it.each([
    ['plain', '', {}],
    ['streamed', '?batch=1', { 'trpc-accept': 'application/jsonl' }],
  ])('are refused before they are followed, %s', async (_name, query, headers: Record<string, string>) => {
    const body = quadratic(25_000);
    const { text } = await scenario.send({
      method: 'POST',
      path: `${BASE}/chatbot.sendMessage${query}`,
      headers: { ...JSON_TYPE, ...headers },
      body: query === '' ? body : `{"0":${body}}`,
    });
    expect(text).toContain('holds more than undefined, Date and number');
  });

  it.each(['[1]', '{"0":5}', '{"json":', '"text"', '{"0":{"json":{},"meta":{"values":{"a":["set"]}}}}'])(
    'and any other input, %s, are not looked at for a caller who may not call',
    async (body) => {
      const path = `${BASE}/consultations.record`;
      const stranger = await scenario.send({ method: 'POST', path, headers: JSON_TYPE, body });
      expect(stranger.status).toBe(401);
      const cookie = await scenario.platform.session({ role: 'user' });
      const user = await scenario.send({ method: 'POST', path, headers: { ...JSON_TYPE, cookie }, body });
      expect(user.status).toBe(403);
    },
  );
});
