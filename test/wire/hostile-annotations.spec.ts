import { BASE, JSON_TYPE, WireScenario } from './wire-scenario';

/** Makes superjson compare each of some thousand members of a set with all the others. */
function quadratic(size: number): string {
  const equalities = Array.from({ length: size }, (_, index) => [`message.${index}`, [`x.${index}`]]);
  return JSON.stringify({
    json: { message: Array.from({ length: size }, (_, index) => index), x: [] },
    meta: { values: { message: ['set'] }, referentialEqualities: Object.fromEntries(equalities) },
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
    const start = Date.now();
    const { text } = await scenario.send({
      method: 'POST',
      path: `${BASE}/chatbot.sendMessage${query}`,
      headers: { ...JSON_TYPE, ...headers },
      body: query === '' ? body : `{"0":${body}}`,
    });
    expect(text).toContain('holds more than undefined, Date and number');
    // Followed, they take more than a second for this size, and seventeen for the largest body.
    expect(Date.now() - start).toBeLessThan(900);
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
