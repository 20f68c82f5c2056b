import * as fc from 'fast-check';
import { setTimeout as wait } from 'node:timers/promises';
import { type Exchange, exchangeBytes } from './exchange';
import { Findings, describeCase, findProblems } from './findings';
import { type FuzzCase, LOGIN_COOKIE, LOGIN_STATE, SESSION, bytesOf } from './fuzz-case';
import type { FuzzedServer } from './fuzzed-server';

/** Cases that are generated at once, by a seed of their own. */
const PORTION = 250;
const LANES = 6;
/** Of an answer, on a machine that does nothing else. */
const MAX_ANSWER_MS = 1_000;
/** A slow case is sent again alone. It is slow if every attempt is, also compared to a request that needs no work. */
const ATTEMPTS = 3;
const MAX_RATIO_TO_CONTROL = 50;
const CONTROL = Buffer.from('GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');

/** Sends generated cases to a server, several at a time, and collects what is wrong with the responses. */
export class FuzzRun {
  /** Numbers of responses by area and status. */
  readonly statuses = new Map<string, Map<number, number>>();
  private delayedCases: FuzzCase[] = [];
  private checkedLog = 0;
  private sent = 0;

  constructor(
    private readonly server: FuzzedServer,
    private readonly findings: Findings,
  ) {}

  /** Sends `count` cases of a seed. @param onPortion is called after each portion with the number of cases so far */
  async send(
    cases: fc.Arbitrary<FuzzCase>,
    { seed, count, onPortion }: { seed: number; count: number; onPortion: (sent: number) => void },
  ): Promise<void> {
    for (let first = 0; first < count; first += PORTION) {
      const numRuns = Math.min(PORTION, count - first);
      const portion = fc.sample(cases, { seed: seed + first, numRuns });
      const rest = portion.values();
      await Promise.all(
        Array.from({ length: LANES }, async () => {
          for (const fuzzCase of rest) await this.sendOne(fuzzCase);
        }),
      );
      await this.repeatDelayedCases();
      this.readLog();
      if (this.server.process.hasEnded) {
        const last = portion.map(describeCase).join('\n');
        throw new Error(
          `the server ended: ${this.server.process.errors}\none of these cases did it:\n${last}`,
        );
      }
      onPortion(first + numRuns);
    }
  }

  private async sendOne(fuzzCase: FuzzCase): Promise<void> {
    const { response, bytes } = await this.exchange(fuzzCase);
    this.count(fuzzCase.area, response.status);
    if (response.status === 401 || mayEndSession(fuzzCase)) this.server.forgetSession(fuzzCase.caller);
    const secrets = this.server.victim.secretsFrom(fuzzCase.caller);
    for (const problem of findProblems(fuzzCase, { response, sent: bytes.toString(), secrets }))
      this.findings.add(
        `${problem} (${fuzzCase.area})`,
        `${describeCase(fuzzCase)}\n${String(response.status)} ${response.text.slice(0, 400)}`,
      );
    if (response.elapsedMs > MAX_ANSWER_MS || isUnavailable(fuzzCase, response))
      this.delayedCases.push(fuzzCase);
  }

  private async exchange(fuzzCase: FuzzCase): Promise<{ response: Exchange; bytes: Buffer }> {
    this.sent += 1;
    const requestId = `fuzz-case-${this.sent}`;
    const bytes = await this.fill(
      bytesOf(fuzzCase, { host: new URL(this.server.origin).host, requestId }),
      fuzzCase,
    );
    const response = await exchangeBytes(this.server.origin, bytes, { halfClose: 'bytes' in fuzzCase });
    return { response, bytes };
  }

  /** Replaces the placeholders of a case. */
  private async fill(bytes: Buffer, { caller }: FuzzCase): Promise<Buffer> {
    const text = bytes.toString('latin1');
    if (!text.includes('@')) return bytes;
    const login =
      text.includes(encodeURIComponent(LOGIN_STATE)) || text.includes(LOGIN_COOKIE)
        ? await this.server.beginLogin()
        : undefined;
    const token = text.includes(SESSION) ? await this.server.tokenOf(caller) : '';
    const filled = text
      .replaceAll(SESSION, token)
      .replaceAll(encodeURIComponent(LOGIN_STATE), encodeURIComponent(login?.state ?? ''))
      .replaceAll(LOGIN_COOKIE, login?.cookie ?? '');
    return Buffer.from(filled, 'latin1');
  }

  private count(area: string, status: number): void {
    const statuses = this.statuses.get(area) ?? new Map<number, number>();
    this.statuses.set(area, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }

  /** Sends slow and refused cases again alone: they may only have waited for others, or for other programs of this machine. */
  private async repeatDelayedCases(): Promise<void> {
    for (const fuzzCase of this.delayedCases.splice(0)) {
      const outcomes: string[] = [];
      while (outcomes.length < ATTEMPTS && !outcomes.includes('fast')) {
        await wait(10);
        const { elapsedMs: controlMs } = await exchangeBytes(this.server.origin, CONTROL);
        const { response } = await this.exchange(fuzzCase);
        const limitMs = Math.max(MAX_ANSWER_MS, controlMs * MAX_RATIO_TO_CONTROL);
        const isFast = response.elapsedMs <= limitMs && !isUnavailable(fuzzCase, response);
        outcomes.push(isFast ? 'fast' : `${response.status} after ${response.elapsedMs.toFixed(0)} ms`);
      }
      if (!outcomes.includes('fast'))
        this.findings.add(
          `no answer within a second (${fuzzCase.area})`,
          `${outcomes.join(', ')}\n${describeCase(fuzzCase)}`,
        );
    }
  }

  /** The server logs at the level of errors only, so every line is about a failure. */
  private readLog(): void {
    const { log } = this.server.process;
    const end = log.lastIndexOf('\n') + 1;
    for (const line of log.slice(this.checkedLog, end).split('\n'))
      if (line !== '' && !line.includes('"status":503'))
        this.findings.add(`an error in the log: ${summarize(line)}`, line.slice(0, 2_000));
    this.checkedLog = end;
  }
}

function mayEndSession(fuzzCase: FuzzCase): boolean {
  return 'bytes' in fuzzCase || fuzzCase.target.includes('logout');
}

/** Whether the server refused the request or a call because too much waits. The documents have examples of such responses. */
function isUnavailable({ area }: FuzzCase, { status, text }: Exchange): boolean {
  return status === 503 || (area !== 'pages' && text.includes('"httpStatus":503'));
}

/** Removes what differs between equal failures. */
function summarize(line: string): string {
  const message = /"message":"([^"]{0,120})/.exec(line)?.[1] ?? /"msg":"([^"]{0,120})/.exec(line)?.[1] ?? '';
  return message.replace(/[0-9a-f-]{36}|\d+/g, '…');
}
