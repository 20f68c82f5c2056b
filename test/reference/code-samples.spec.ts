import { AUDIENCE, SigningPortal } from '../tokens/signing-portal';
import { type Platform, startPlatform } from '../support/platform';
import { type Method, ServedOpenApi } from './openapi-document';
import { LANGUAGES, isInstalled, runProgram } from './run-program';

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
  { procedure: 'auth.logout', method: 'post', prints: /success/ },
];

describe('the programs that the reference shows', () => {
  let portal: SigningPortal;
  let platform: Platform;
  let origin: string;
  let served: ServedOpenApi;

  beforeAll(async () => {
    portal = await SigningPortal.start();
    platform = await startPlatform(portal.settings);
    origin = await platform.listen();
    served = await ServedOpenApi.of(platform);
  });

  afterAll(async () => {
    await platform.close();
    await portal.broken.stop();
  });

  function sourceOf(label: string, { procedure, method }: { procedure: string; method: Method }): string {
    const samples = served.operation(procedure, method)['x-codeSamples'] ?? [];
    const sample = samples.find((each) => each.label === label);
    if (!sample) throw new Error(`${procedure} has no sample in ${label}`);
    // The reader of the document has the platform at its public address; here it listens somewhere else.
    return sample.source.replaceAll(AUDIENCE, origin);
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
        const source = sourceOf(label, { procedure: 'consultations.record', method: 'post' });
        const run = runProgram(language, source, { HEALTH_TOKEN: 'x.y.z' });
        // curl alone does not take an answer for a failure.
        if (label === 'curl') expect(await run).toMatch(/10001/);
        else await expect(run).rejects.toMatchObject({ code: 1 });
      }, 60_000);
    } else {
      it(`${label}: not installed, left out`, () => {
        expect(isInstalled(language)).toBe(false);
      });
    }
  }
});
