import { z } from 'zod';
import { contracts } from '../../../src/app-router';
import { type RawResponse, type RawRequest, sendRequest, sendBytes } from '../../support/raw-request';
import { errorBody } from '../../support/plain-caller';
import { type Platform, startPlatform } from '../../support/platform';

export const BASE = '/api/trpc';
export const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** Every procedure there is, by its path. */
export const PROCEDURES: readonly string[] = Object.entries(contracts).flatMap(([router, procedures]) =>
  Object.keys(procedures).map((name) => `${router}.${name}`),
);

/** What no caller may ever see. */
const INTERNALS = /\n\s+at |node_modules|\/src\/|\.[jt]s:\d|QueryFailed|\bSELECT\b|\bINSERT\b/;

const answered = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) });
const logged = z.looseObject({ level: z.number() });

/** A server that listens, and everything that each answer of it has to be, whatever was sent. */
export class WireScenario {
  private readLines = 0;
  private shared: Promise<{ cookie: string }> | undefined;

  private constructor(
    readonly platform: Platform,
    readonly origin: string,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<WireScenario> {
    const platform = await startPlatform({
      CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
      CHATBOT_ANONYMOUS_CONCURRENCY: '10000',
      ...settings,
    });
    return new WireScenario(platform, await platform.listen());
  }

  close(): Promise<void> {
    return this.platform.close();
  }

  /** A session that may call a procedure: a new one where the call ends it, or counts against its account. */
  sessionFor(procedure: string): Promise<{ cookie: string }> {
    if (procedure === 'auth.logout' || procedure.startsWith('chatbot.')) return this.administrator();
    return (this.shared ??= this.administrator());
  }

  /** A new session that may call everything. */
  async administrator(): Promise<{ cookie: string }> {
    return { cookie: await this.platform.session({ role: 'admin', country: 'KE' }) };
  }

  send(sent: RawRequest): Promise<RawResponse> {
    return sendRequest(this.origin, sent);
  }

  sendBytes(bytes: string | Buffer, options: { halfClose?: boolean } = {}): Promise<RawResponse> {
    return sendBytes(this.origin, bytes, options);
  }

  /** Posts a text as JSON to a procedure, as somebody who may call it. */
  async post(procedure: string, body: string | Buffer, headers: RawRequest['headers'] = {}): Promise<RawResponse> {
    const session = await this.sessionFor(procedure);
    return this.send({
      path: `${BASE}/${procedure}`,
      headers: { ...JSON_TYPE, ...session, ...headers },
      body,
    });
  }

  /** After rubbish: the same server answers a good call, and no request failed on our side meanwhile. */
  async expectUnharmed(): Promise<void> {
    const good = await this.send({ method: 'GET', path: `${BASE}/specialties.list` });
    expect(answered.safeParse(JSON.parse(good.text)).success).toBe(true);
    const lines = this.platform.logLines.slice(this.readLines);
    this.readLines += lines.length;
    const errors = lines.filter((line) => logged.parse(JSON.parse(line)).level >= 50);
    expect(errors).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  }
}

/** What a caller was told, after checking that it is the documented body and shows nothing of the inside. */
export function refusal(reply: RawResponse): { status: number; code: string; message: string } {
  expectDecent(reply);
  const { code, message, data } = errorBody.parse(JSON.parse(reply.text)).error.json;
  expect(data).toMatchObject({ code, httpStatus: reply.status });
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(reply.status).toBeLessThan(500);
  return { status: reply.status, code, message };
}

/** An answer to a call that may have been good or bad, but was answered as documented. */
export function expectOrderly(reply: RawResponse): void {
  if (reply.status === 200) {
    expectDecent(reply);
    expect(answered.safeParse(JSON.parse(reply.text)).error).toBeUndefined();
  } else {
    refusal(reply);
  }
}

/** JSON with a request id, never a failure of ours, and nothing of the inside. */
export function expectDecent(reply: RawResponse): void {
  expect({ status: reply.status, text: reply.text }).not.toMatchObject({ status: 500 });
  expect(reply.headers['content-type']).toMatch(/^application\/json\b/);
  expect(reply.headers['x-request-id']).toMatch(/^[\w.-]{8,64}$/);
  expect(reply.text).not.toMatch(INTERNALS);
}
