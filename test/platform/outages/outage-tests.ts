import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { z } from 'zod';
import { EMERGENCY, findAdvice, send, start } from '../../modules/chatbot/replies/conversation';
import { expectFasterThan } from '../../support/expect-faster-than';
import { type PlainCaller, failure } from '../../support/plain-caller';
import { OutageScenario, REFUSAL_MS, timed } from './outage-scenario';

const UNAVAILABLE = { status: 503, code: 'SERVICE_UNAVAILABLE' };
const RECORD = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
const PAGE = { accept: 'text/html', 'accept-language': 'fr' };
const BUNDLE = { resourceType: 'Bundle', type: 'batch', entry: [] };
const LIVENESS_MS = 100;

const logLine = z.object({
  level: z.number(),
  msg: z.string(),
  context: z.string().optional(),
  err: z.looseObject({ type: z.string() }).optional(),
});

/** Lines of the log about the database itself. */
function databaseLines(scenario: OutageScenario): z.output<typeof logLine>[] {
  const lines = scenario.platform.logLines.map((line) => logLine.parse(JSON.parse(line)));
  return lines.filter(({ context }) => context === 'Database');
}

/** Tests what callers get while no connection to the database works. A file tests one state: all share the log of the first. */
export function testOutage(state: 'refused' | 'silent'): void {
  describe(`while the connection to the database is ${state}`, () => {
    let scenario: OutageScenario;
    let doctor: PlainCaller;
    let cookie: string;
    let ministryCookie: string;
    let since: number;

    beforeAll(async () => {
      scenario = await OutageScenario.start();
      ({ caller: doctor, cookie } = await scenario.signIn('doctor'));
      ({ cookie: ministryCookie } = await scenario.signIn('ministry'));
      await scenario.link.enter(state);
      since = performance.now();
    });

    afterAll(async () => {
      await scenario.close();
    });

    /** The first calls find out; later ones are refused at once. */
    it('returns 503 with Retry-After in time to the first calls, and advice to emergencies', async () => {
      const calls = [
        () => doctor.get('auth.me'),
        () => doctor.post('consultations.record', RECORD),
        () => scenario.anyone.post('chatbot.sendMessage', { message: 'I have a cold' }),
        () => scenario.anyone.post('chatbot.history', { conversationId: randomUUID() }),
      ];
      const advice = Promise.all(
        [doctor, scenario.anyone].map((caller) => timed(() => send(caller, EMERGENCY))),
      );
      for (const { result, ms } of await Promise.all(calls.map(timed))) {
        expect(failure(result)).toMatchObject(UNAVAILABLE);
        expect(result.headers['retry-after']).toMatch(/^[12]$/);
        expect(ms).toBeLessThan(REFUSAL_MS);
      }
      for (const { result, ms } of await advice) {
        expect(result).toMatchObject({ response: findAdvice(EMERGENCY.message), urgency: 'emergency' });
        expect(ms).toBeLessThan(REFUSAL_MS);
      }
    });

    it.each([
      ['a single call', () => doctor.get('auth.me')],
      [
        'a single call of an anonymous caller',
        () => scenario.anyone.post('chatbot.history', { conversationId: randomUUID() }),
      ],
      ['a message', () => doctor.post('chatbot.sendMessage', { message: 'I have a cold' })],
      ['a batch', () => doctor.batch(['auth.me'], ['auth.sessions'])],
      ['an export', () => scenario.get('/api/exports/summary.csv?period=2026', { cookie: ministryCookie })],
      [
        'FHIR',
        () =>
          scenario.get('/fhir/Encounter/0b7d3d52-62b1-4a3e-9f0c-5a4d3f2b1c0d', {
            cookie,
            accept: 'application/fhir+json',
          }),
      ],
      ['a page', () => scenario.get('/dashboard', { cookie: ministryCookie, ...PAGE })],
      ['the start page', () => scenario.get('/', { cookie, ...PAGE })],
      ['the readiness probe', () => scenario.get('/readyz')],
    ])('returns 503 at once for %s', async (what, call) => {
      const { result, ms } = await timed(call);
      expect({ what, status: result.status }).toEqual({ what, status: 503 });
      if (what !== 'the readiness probe') expect(result.headers['retry-after']).toBe('2');
      expect(ms).toBeLessThan(REFUSAL_MS);
      expect(result.text).not.toMatch(/ECONN|SELECT|127\.0\.0\.1|\bat \w+ \(/);
    });

    it('returns 503 in each result of a streamed batch', async () => {
      const { text, status } = await request(scenario.origin)
        .get('/api/trpc/auth.me,specialties.list?batch=1')
        .set({ cookie, 'trpc-accept': 'application/jsonl' })
        .buffer(true)
        .parse((response, done) => {
          let body = '';
          response.on('data', (chunk: Buffer) => (body += chunk.toString()));
          response.on('end', () => {
            done(null, body);
          });
        })
        .then((response) => ({ text: String(response.body), status: response.status }));
      expect(status).toBe(200);
      expect(text.match(/"code":"SERVICE_UNAVAILABLE"/g)?.length).toBeGreaterThanOrEqual(2);
    });

    it('has an OperationOutcome for FHIR, and a page in the language of the browser', async () => {
      const outcome = await scenario.get('/fhir/Encounter/0b7d3d52-62b1-4a3e-9f0c-5a4d3f2b1c0d', {
        cookie,
        accept: 'application/fhir+json',
      });
      expect(outcome.headers['content-type']).toContain('application/fhir+json');
      expect(JSON.parse(outcome.text)).toMatchObject({ resourceType: 'OperationOutcome' });
      const posted = await request(scenario.origin)
        .post('/fhir')
        .set({ cookie, 'content-type': 'application/fhir+json' })
        .send(JSON.stringify(BUNDLE));
      expect(posted.status).toBe(503);
      const page = await scenario.get('/dashboard', { cookie: ministryCookie, ...PAGE });
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.text).toContain('<html lang="fr"');
      expect(page.text).toContain('Momentanément indisponible');
    });

    it('gives an emergency its advice through a started reply too, whoever sends it', async () => {
      for (const caller of [doctor, scenario.anyone]) {
        const { result: advice, ms } = await timed(async () => {
          const { messageId, urgency } = await start(caller, EMERGENCY);
          expect(urgency).toBe('emergency');
          return caller.getByQuery('chatbot.reply', { messageId });
        });
        expect(advice.text).toContain('completed');
        expect(ms).toBeLessThan(REFUSAL_MS);
      }
    });

    it('answers /livez in time while calls are refused', async () => {
      await expectFasterThan(LIVENESS_MS, async () => {
        expect((await scenario.get('/livez')).status).toBe(200);
      });
      const refused = Array.from({ length: 100 }, () => doctor.get('auth.me'));
      expect((await scenario.get('/livez')).status).toBe(200);
      for (const response of await Promise.all(refused)) expect(response.status).toBe(503);
    });

    it('opens at most two connections per second, and is back within two seconds with two lines in the log', async () => {
      const seconds = (performance.now() - since) / 1_000;
      const attempts = scenario.link.attempts.filter((time) => time > since + 2_000);
      expect(attempts.length).toBeLessThan(2 * seconds);
      await scenario.link.heal();
      const healed = performance.now();
      expect(await scenario.waitForRecovery({ caller: doctor })).toBeLessThan(REFUSAL_MS);
      const opened = scenario.link.attempts.filter((time) => time > healed);
      expect(opened.length).toBeLessThan(10);
      const [away, back, ...others] = databaseLines(scenario);
      expect(others).toEqual([]);
      expect(away).toMatchObject({
        level: 40,
        msg: expect.stringContaining('the database is away') as string,
      });
      expect(away?.err).toMatchObject({ host: scenario.link.host, code: expect.any(String) as string });
      expect(back?.msg).toMatch(/is back after \d+\.\d seconds$/);
      const stacks = scenario.platform.logLines.filter((line) => line.includes('a call failed'));
      expect(stacks).toEqual([]);
    });
  });
}
