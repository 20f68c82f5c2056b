import { z } from 'zod';
import { chatbotContract } from '../../../src/modules/chatbot/chatbot.contract';
import { EXAMPLE_MESSAGE } from '../../../src/modules/chatbot/replies/answer.schema';
import { AUDIENCE, SigningPortal } from '../../modules/auth/tokens/signing-portal';
import { PlainCaller, payload } from '../../support/plain-caller';
import { type Platform, startPlatform } from '../../support/platform';
import { type FixedResponseServer, type FixedResponse, startFixedResponseServer } from './fixed-response-server';
import { type Method, ServedOpenApi } from './served-openapi';
import { LANGUAGES, type Language, isInstalled, runProgram } from './run-program';

/** Calls of every form: with an input and without, by GET and by POST, as nobody, as a program, in a session. */
const CALLS: readonly { procedure: string; method: Method; scope?: string; prints: RegExp }[] = [
  { procedure: 'specialties.list', method: 'get', prints: /Cardiology/ },
  { procedure: 'specialties.list', method: 'post', prints: /Cardiology/ },
  { procedure: 'chatbot.sendMessage', method: 'post', prints: /conversationId/ },
  { procedure: 'consultations.record', method: 'post', scope: 'role:doctor country:KE', prints: /icd10:B54/ },
  {
    procedure: 'consultations.recordMany',
    method: 'post',
    scope: 'role:doctor country:KE',
    prints: /refused/,
  },
  { procedure: 'health.summary', method: 'get', scope: 'role:ministry country:KE', prints: /comparedUntil/ },
  { procedure: 'health.summary', method: 'post', scope: 'role:ministry country:KE', prints: /comparedUntil/ },
  { procedure: 'chatbot.reply', method: 'get', prints: /"type":"completed"/ },
  { procedure: 'chatbot.reply', method: 'post', prints: /"type":"completed"/ },
  { procedure: 'auth.logout', method: 'post', prints: /success/ },
];

const NOWHERE = 'http://127.0.0.1:1';

/** What stands in the platform's place, and answers something else. */
const PAGE = '<html><body>Please accept the terms of this network</body></html>';
const IN_THE_WAY: readonly FixedResponse[] = [
  { status: 200, headers: { 'content-type': 'text/html' }, body: PAGE },
  { status: 413, headers: { 'content-type': 'text/html' }, body: PAGE },
];

describe('the programs that the reference shows', () => {
  let portal: SigningPortal;
  let platform: Platform;
  let origin: string;
  let served: ServedOpenApi;
  /** Of a reply that is complete. */
  let messageId: string;

  beforeAll(async () => {
    portal = await SigningPortal.start();
    platform = await startPlatform(portal.settings);
    origin = await platform.listen();
    served = await ServedOpenApi.of(platform);
    const sent = await new PlainCaller(origin).post('chatbot.sendMessage', { message: 'What is malaria?' });
    messageId = chatbotContract.sendMessage.output.parse(payload(sent)).messageId;
  });

  afterAll(async () => {
    await platform.close();
    await portal.broken.stop();
  });

  function sourceOf(
    label: string,
    { procedure, method }: { procedure: string; method: Method },
    at = origin,
  ): string {
    const samples = served.operation(procedure, method)['x-codeSamples'] ?? [];
    const sample = samples.find((each) => each.label === label);
    if (!sample) throw new Error(`${procedure} has no sample in ${label}`);
    // The reader of the document has the platform at its public address; here it listens somewhere else.
    return sample.source.replaceAll(AUDIENCE, at).replaceAll(EXAMPLE_MESSAGE, messageId);
  }

  const RECORD = { procedure: 'consultations.record', method: 'post' } as const;

  const recordAt = (language: Language, at: string) =>
    runProgram(language, sourceOf(language.label, RECORD, at), { HEALTH_TOKEN: 'x.y.z' });

  async function during<Result>(
    options: FixedResponse,
    work: (server: FixedResponseServer) => Promise<Result>,
  ): Promise<Result> {
    const server = await startFixedResponseServer(options);
    try {
      return await work(server);
    } finally {
      server.close();
    }
  }

  for (const language of LANGUAGES) {
    const { label } = language;
    if (isInstalled(language)) {
      it.each(CALLS)(
        `${label}: $method $procedure runs as it is pasted`,
        async (call) => {
          const { scope, prints } = call;
          const printed = await runProgram(language, sourceOf(label, call), {
            ...(scope !== undefined && { HEALTH_TOKEN: await portal.sign({ claims: { scope } }) }),
            HEALTH_SESSION: (await platform.session({ role: 'user' })).replace('session=', ''),
          });
          expect(printed).toMatch(prints);
        },
        60_000,
      );

      it(`${label}: shows what the platform answers to a token that is not valid`, async () => {
        const failure = await failureOf(recordAt(language, origin));
        expect(failure.code).toBeGreaterThan(0);
        expect(failure.stdout + failure.stderr).toMatch(/10001/);
      });

      it(`${label}: fails, and says so, where nothing was recorded`, async () => {
        const failures = [await failureOf(recordAt(language, NOWHERE))];
        // curl prints what it is answered; it looks at the status alone.
        for (const answer of IN_THE_WAY.filter(({ status }) => label !== 'curl' || status !== 200)) {
          failures.push(await during(answer, ({ origin: at }) => failureOf(recordAt(language, at))));
        }
        for (const { code, stdout, stderr } of failures) {
          expect(code).toBeGreaterThan(0);
          expect(stdout + stderr).not.toBe('');
        }
      });

      it(`${label}: is not led to another origin`, async () => {
        await during({ status: 200, body: '{"result":{"data":{"json":{}}}}' }, async (other) => {
          for (const status of [302, 307]) {
            await during({ status, headers: { location: `${other.origin}/` } }, async (first) => {
              await recordAt(language, first.origin).catch(() => undefined);
              expect(first.seen).toHaveLength(1);
            });
          }
          expect(other.seen).toEqual([]);
        });
      });
    } else {
      it(`${label}: not installed, left out`, () => {
        expect(isInstalled(language)).toBe(false);
      });
    }
  }
});

const failureSchema = z.object({ code: z.int(), stdout: z.string(), stderr: z.string() });

/** How a program ends that should fail. */
async function failureOf(run: Promise<string>): Promise<z.output<typeof failureSchema>> {
  return run.then(
    (stdout) => ({ code: 0, stdout, stderr: '' }),
    (error: unknown) => failureSchema.parse(error),
  );
}
