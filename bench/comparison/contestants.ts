import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkoutRoot } from '../../dev/checkout';
import { applicationUrl } from '../../dev/postgres/connection';
import { findFreePort } from '../../dev/stack/ports';

/**
 * `http` is a limit, not a comparison: a response from memory without log, headers or checks. `other` is the platform of
 * another checkout, built, with the same schema: before and after a change.
 */
export type ContestantName = 'bare' | 'idiomatic' | 'ours' | 'http' | 'other';

const PROGRAMS: Record<ContestantName, string> = {
  bare: 'dist/bench/contestants/bare/main.js',
  idiomatic: 'dist/bench/contestants/idiomatic/main.js',
  ours: 'dist/src/main.js',
  http: 'dist/bench/contestants/http.js',
  other: 'dist/src/main.js',
};

const POOL_SIZE = 20;
const START_TIMEOUT_MS = 60_000;

/** Settings of the platform that the other contestants do not read. */
const OUR_SETTINGS = {
  HOST: '127.0.0.1',
  LOG_FORMAT: 'json',
  LOG_LEVEL: 'info',
  OAUTH_ISSUER: 'http://127.0.0.1:1',
  OAUTH_CLIENT_ID: 'bench',
  ALLOW_IN_PRODUCTION: 'http-public-url,http-portal',
  // Slow contestants queue: no request may fail.
  DATABASE_TIMEOUT_MS: '60000',
  DATABASE_CONNECT_TIMEOUT_MS: '60000',
  // The load comes from one address without a session.
  CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
  CHATBOT_ANONYMOUS_CONCURRENCY: '10000',
};

export interface ContestantOptions {
  /** With the owner's role. The platform gets the role of the application instead, as in production. */
  readonly databaseUrl: string;
  /** Base URL of a model server; without it, replies are written offline. */
  readonly modelUrl?: string | undefined;
  /** Folder of the program; this checkout by default. */
  readonly checkout?: string | undefined;
  /** A script that is loaded first, and that `ask` talks to. */
  readonly preload?: string;
  /** Settings of the platform in place of the benchmark's. */
  readonly settings?: Readonly<Record<string, string>>;
}

interface RunningProcess {
  readonly origin: string;
  readonly startMs: number;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly log: Log;
}

/** A contestant in its own Node process. Its log goes to a file. */
export class Contestant {
  readonly origin: string;
  /** From its start to its first response, in milliseconds. */
  readonly startMs: number;
  readonly pid: number;
  private readonly child: ChildProcess;
  private readonly log: Log;

  private constructor(
    readonly name: ContestantName,
    { origin, startMs, pid, child, log }: RunningProcess,
  ) {
    this.origin = origin;
    this.startMs = startMs;
    this.pid = pid;
    this.child = child;
    this.log = log;
  }

  static async start(name: ContestantName, options: ContestantOptions): Promise<Contestant> {
    const log = await Log.create();
    const port = await findFreePort();
    const origin = `http://127.0.0.1:${port}`;
    const beganAt = performance.now();
    const { preload, checkout = checkoutRoot } = options;
    const nodeOptions = preload === undefined ? [] : ['--require', preload];
    const child = spawn(process.execPath, [...nodeOptions, PROGRAMS[name]], {
      cwd: checkout,
      stdio: ['ignore', log.descriptor, 'inherit', ...(preload === undefined ? [] : ['ipc' as const])],
      env: environmentOf(name, options, origin),
    });
    if (child.pid === undefined) throw new Error(`${name} could not be started`);
    while (!(await isReady(origin))) {
      if (child.exitCode !== null || performance.now() - beganAt > START_TIMEOUT_MS) {
        child.kill('SIGKILL');
        throw new Error(`${name} does not start: ${log.read().slice(-2_000)}`);
      }
      await sleep(5);
    }
    return new Contestant(name, { origin, startMs: performance.now() - beganAt, pid: child.pid, child, log });
  }

  /** Sends a message to the preloaded script, and waits for its reply. */
  async ask(message: string | object): Promise<void> {
    const { child } = this;
    const reply = once(child, 'message');
    child.send(message);
    await reply;
  }

  readLog(): string {
    return this.log.read();
  }

  /** Empties the log, so that a long benchmark needs no large disk. */
  emptyLog(): void {
    this.log.empty();
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child.exitCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await exit;
      clearTimeout(timer);
    }
    await this.log.remove();
  }
}

function environmentOf(
  name: ContestantName,
  { databaseUrl, modelUrl, settings }: ContestantOptions,
  origin: string,
): NodeJS.ProcessEnv {
  const isPlatform = name === 'ours' || name === 'other';
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: new URL(origin).port,
    PUBLIC_URL: origin,
    DATABASE_URL: isPlatform ? applicationUrl(databaseUrl) : databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    CHATBOT_PROVIDER: modelUrl === undefined ? 'offline' : 'openai',
    ...(modelUrl !== undefined && { OPENAI_BASE_URL: modelUrl }),
    ...OUR_SETTINGS,
    ...settings,
  };
}

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/readyz`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
}

/** A log file in a folder of its own. */
class Log {
  private constructor(
    private readonly folder: string,
    readonly descriptor: number,
  ) {}

  static async create(): Promise<Log> {
    const folder = await mkdtemp(join(tmpdir(), 'bench-log-'));
    return new Log(folder, openSync(join(folder, 'log'), 'a'));
  }

  read(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8');
  }

  empty(): void {
    ftruncateSync(this.descriptor);
  }

  async remove(): Promise<void> {
    closeSync(this.descriptor);
    await rm(this.folder, { recursive: true });
  }
}
