import { z } from 'zod';
import { chatbotContract } from '../../../src/modules/chatbot/chatbot.contract';
import { EXAMPLE_MESSAGE } from '../../../src/modules/chatbot/messages/answer.schema';
import { AUDIENCE, SigningPortal } from '../../modules/auth/tokens/signing-portal';
import { PlainCaller, payload } from '../../support/plain-caller';
import { suitePlatform } from '../../support/platform';
import { type FixedResponse, type FixedResponseServer, startFixedServer } from './fixed-response-server';
import { type Method, ServedOpenApi } from './served-openapi';
import { LANGUAGES, type Language, isInstalled, runProgram } from './run-program';

const DOCTOR = 'role:doctor country:KE';
const MINISTRY = 'role:ministry country:KE';

interface Call {
  /** A procedure, or the path of a route. */
  readonly procedure: string;
  readonly method: Method;
  readonly scope?: string;
  readonly output: RegExp;
}

/** Calls with and without input, by GET and POST, with a token, with a session and without credentials. */
const CALLS: readonly Call[] = [
  { procedure: 'specialties.list', method: 'get', output: /Cardiology/ },
  { procedure: 'specialties.list', method: 'post', output: /Cardiology/ },
  { procedure: 'chatbot.sendMessage', method: 'post', output: /conversationId/ },
  { procedure: 'consultations.record', method: 'post', scope: DOCTOR, output: /icd10:B54/ },
  { procedure: 'consultations.recordMany', method: 'post', scope: DOCTOR, output: /refused/ },
  { procedure: 'health.summary', method: 'get', scope: MINISTRY, output: /comparedUntil/ },
  { procedure: 'health.summary', method: 'post', scope: MINISTRY, output: /comparedUntil/ },
  { procedure: 'chatbot.reply', method: 'get', output: /"type":"completed"/ },
  { procedure: 'chatbot.reply', method: 'post', output: /"type":"completed"/ },
  { procedure: 'auth.logout', method: 'post', output: /success/ },
  { procedure: '/fhir', method: 'post', scope: DOCTOR, output: /Encounter\/[\da-f-]{36}/ },
  { procedure: '/fhir/metadata', method: 'get', output: /CapabilityStatement/ },
  { procedure: '/api/exports/pathologies.csv', method: 'get', scope: MINISTRY, output: /Pathology/ },
  { procedure: '/api/exports/summary.xlsx', method: 'get', scope: MINISTRY, output: /^PK/ },
];

const UNREACHABLE_ORIGIN = 'http://127.0.0.1:1';

const PAGE = '<html><body>Please accept the terms of this network</body></html>';
/** Responses of a captive portal or proxy instead of the platform. */
const PROXY_RESPONSES: readonly FixedResponse[] = [
  { status: 200, headers: { 'content-type': 'text/html' }, body: PAGE },
  { status: 413, headers: { 'content-type': 'text/html' }, body: PAGE },
];

describe('code samples of the reference', () => {
  let portal: SigningPortal;
  beforeAll(async () => {
    portal = await SigningPortal.start();
  });
  const platform = suitePlatform(() => portal.settings);
  afterAll(() => portal.stop());

  let origin: string;
  let served: ServedOpenApi;
  /** Id of a completed reply. */
  let messageId: string;

  beforeAll(async () => {
    origin = await platform.listen();
    served = await ServedOpenApi.fetch(platform);
    const sent = await new PlainCaller(origin).post('chatbot.sendMessage', { message: 'What is malaria?' });
    messageId = chatbotContract.sendMessage.output.parse(payload(sent)).messageId;
  });

  function findSource(
    label: string,
    { procedure, method }: { procedure: string; method: Method },
    baseUrl = origin,
  ): string {
    const path = procedure.startsWith('/') ? procedure : `/api/trpc/${procedure}`;
    const samples = served.findRouteOperation({ path, method })['x-codeSamples'] ?? [];
    const sample = samples.find((candidate) => candidate.label === label);
    if (!sample) throw new Error(`${procedure} has no sample in ${label}`);
    // The sample names the public URL; the test platform listens elsewhere.
    return sample.source.replaceAll(AUDIENCE, baseUrl).replaceAll(EXAMPLE_MESSAGE, messageId);
  }

  const runRecordSample = (language: Language, baseUrl: string, procedure = 'consultations.record') =>
    runProgram(language, findSource(language.label, { procedure, method: 'post' }, baseUrl), {
      HEALTH_TOKEN: 'x.y.z',
    });

  async function withServer<Result>(
    response: FixedResponse,
    run: (server: FixedResponseServer) => Promise<Result>,
  ): Promise<Result> {
    const server = await startFixedServer(response);
    try {
      return await run(server);
    } finally {
      server.close();
    }
  }

  for (const language of LANGUAGES) {
    const { label } = language;
    if (isInstalled(language)) {
      it.each(CALLS)(
        `${label}: the sample of $method $procedure runs without changes`,
        async (call) => {
          const { scope, output } = call;
          const printed = await runProgram(language, findSource(label, call), {
            ...(scope !== undefined && { HEALTH_TOKEN: await portal.sign({ claims: { scope } }) }),
            HEALTH_SESSION: (await platform.session({ role: 'user' })).replace('session=', ''),
          });
          expect(printed).toMatch(output);
        },
        60_000,
      );

      it.each(['consultations.record', '/fhir'])(
        `${label}: prints the error of %s for an invalid token`,
        async (procedure) => {
          const failure = await catchFailure(runRecordSample(language, origin, procedure));
          expect(failure.code).toBeGreaterThan(0);
          expect(failure.stdout + failure.stderr).toMatch(/10001/);
        },
      );

      it.each(['consultations.record', '/fhir'])(
        `${label}: exits with an error and a message when %s recorded nothing`,
        async (procedure) => {
          const failures = [await catchFailure(runRecordSample(language, UNREACHABLE_ORIGIN, procedure))];
          // curl prints any response and checks the status only.
          for (const response of PROXY_RESPONSES.filter(({ status }) => label !== 'curl' || status !== 200)) {
            failures.push(
              await withServer(response, (server) =>
                catchFailure(runRecordSample(language, server.origin, procedure)),
              ),
            );
          }
          for (const { code, stdout, stderr } of failures) {
            expect(code).toBeGreaterThan(0);
            expect(stdout + stderr).not.toBe('');
          }
        },
      );

      it(`${label}: does not follow a redirect to another origin`, async () => {
        await withServer({ status: 200, body: '{"result":{"data":{"json":{}}}}' }, async (other) => {
          for (const status of [302, 307]) {
            await withServer({ status, headers: { location: `${other.origin}/` } }, async (first) => {
              await runRecordSample(language, first.origin).catch(() => undefined);
              expect(first.requests).toHaveLength(1);
            });
          }
          expect(other.requests).toEqual([]);
        });
      });
    } else {
      it(`${label} is not installed: skipped`, () => {
        expect(isInstalled(language)).toBe(false);
      });
    }
  }
});

const failureSchema = z.object({ code: z.int(), stdout: z.string(), stderr: z.string() });

/** Returns the exit code and output of a program that should fail. */
async function catchFailure(run: Promise<string>): Promise<z.output<typeof failureSchema>> {
  return run.then(
    (stdout) => ({ code: 0, stdout, stderr: '' }),
    (error: unknown) => failureSchema.parse(error),
  );
}
