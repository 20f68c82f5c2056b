import { z } from 'zod';
import { contracts } from '../../../src/app-router';
import { type RawResponse, type RawRequest, sendRequest, sendBytes } from '../../support/raw-request';
import { INTERNALS } from '../../support/internals';
import { errorBody } from '../../support/plain-caller';
import { type Platform, startPlatform, suitePlatform } from '../../support/platform';

export const BASE = '/api/trpc';
export const JSON_TYPE = { 'content-type': 'application/json' } as const;
/** Requests a streamed response. */
export const STREAM = { 'trpc-accept': 'application/jsonl' } as const;

type Settings = Readonly<Record<string, string>>;

const WITHOUT_LIMITS = { CHATBOT_ANONYMOUS_PER_MINUTE: '100000', CHATBOT_ANONYMOUS_CONCURRENCY: '10000' };

/** Paths of all procedures. */
export const PROCEDURES: readonly string[] = Object.entries(contracts).flatMap(([router, procedures]) =>
  Object.keys(procedures).map((name) => `${router}.${name}`),
);

/** Procedures of each kind, because the same code reads the bodies of all. The fuzz suites send each envelope to all procedures. */
export const KINDS_OF_PROCEDURES = [
  'specialties.list',
  'auth.logout',
  'health.pathologyStats',
  'consultations.record',
  'chatbot.sendMessage',
  'chatbot.reply',
] as const;

const ENDS_SESSION = new Set(['auth.logout', 'auth.logoutEverywhere']);

const successBody = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) });
const logLine = z.looseObject({ level: z.number() });

/** A listening server, and the expectations for all its responses. */
export class TransportScenario {
  private checkedLines = 0;
  private sharedSession: Promise<{ cookie: string }> | undefined;

  private origin = '';

  private constructor(readonly platform: Platform) {}

  /** Starts a scenario before the tests of a suite and closes it after them. */
  static forSuite(settings: Settings = {}): TransportScenario {
    const scenario = new TransportScenario(suitePlatform({ ...WITHOUT_LIMITS, ...settings }));
    beforeAll(() => scenario.listen());
    return scenario;
  }

  static async start(settings: Settings = {}): Promise<TransportScenario> {
    const scenario = new TransportScenario(await startPlatform({ ...WITHOUT_LIMITS, ...settings }));
    await scenario.listen();
    return scenario;
  }

  close(): Promise<void> {
    return this.platform.close();
  }

  /** Returns a session that may call a procedure: a new one if the call ends it or counts towards a limit of its account. */
  sessionFor(procedure: string): Promise<{ cookie: string }> {
    if (ENDS_SESSION.has(procedure) || procedure.startsWith('chatbot.')) return this.administrator();
    return (this.sharedSession ??= this.administrator());
  }

  /** Creates a session that may call all procedures. */
  async administrator(): Promise<{ cookie: string }> {
    return { cookie: await this.platform.session({ role: 'admin', country: 'KE' }) };
  }

  send(request: RawRequest): Promise<RawResponse> {
    return sendRequest(this.origin, request);
  }

  /** Sends a GET. @param path below `/api/trpc` */
  get(path: string, headers: RawRequest['headers'] = {}): Promise<RawResponse> {
    return this.send({ method: 'GET', path: `${BASE}/${path}`, headers });
  }

  sendBytes(bytes: string | Buffer, options: { halfClose?: boolean } = {}): Promise<RawResponse> {
    return sendBytes(this.origin, bytes, options);
  }

  /** Posts a body to a procedure, with a session that may call it. */
  async post(
    procedure: string,
    body: string | Buffer,
    headers: RawRequest['headers'] = {},
  ): Promise<RawResponse> {
    const session = await this.sessionFor(procedure);
    return this.send({
      path: `${BASE}/${procedure}`,
      headers: { ...JSON_TYPE, ...session, ...headers },
      body,
    });
  }

  /** Expects that the server responds to a valid call, has logged no error, and no prototype is polluted. */
  async expectHealthy(): Promise<void> {
    const response = await this.get('specialties.list');
    expect(successBody.safeParse(JSON.parse(response.text)).success).toBe(true);
    const lines = this.platform.logLines.slice(this.checkedLines);
    this.checkedLines += lines.length;
    const errors = lines.filter((line) => logLine.parse(JSON.parse(line)).level >= 50);
    expect(errors).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  }

  private async listen(): Promise<void> {
    this.origin = await this.platform.listen();
  }
}

/** Returns a 4xx error. Expects the documented body, without implementation details. */
export function clientError(response: RawResponse): { status: number; code: string; message: string } {
  expectNoInternals(response);
  const { code, message, data } = errorBody.parse(JSON.parse(response.text)).error.json;
  expect(data).toMatchObject({ code, httpStatus: response.status });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  return { status: response.status, code, message };
}

/** Expects a documented response: a result, or a 4xx error. */
export function expectDocumentedResponse(response: RawResponse): void {
  if (response.status === 200) {
    expectNoInternals(response);
    expect(successBody.safeParse(JSON.parse(response.text)).error).toBeUndefined();
  } else {
    clientError(response);
  }
}

/** Expects JSON with a request id, no status 500, and no implementation details. */
export function expectNoInternals(response: RawResponse): void {
  expect({ status: response.status, text: response.text }).not.toMatchObject({ status: 500 });
  expect(response.headers['content-type']).toMatch(/^application\/json\b/);
  expect(response.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  expect(response.text).not.toMatch(INTERNALS);
}
