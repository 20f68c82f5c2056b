import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { checkoutRoot } from '../dev/checkout';
import { findFreePort } from '../dev/stack/ports';
import { processEnvironment } from '../src/platform/config/environment';
import { type BenchPlatform, startBenchPlatform } from './bench-platform';
import { median, runBenchmark } from './benchmark';
import { formatRow, printLines } from './table';

const run = promisify(execFile);

const PROCESS_COUNTS = [1, 2];
const ROUNDS = 5;
const DURATION_S = 4;
const CONNECTIONS = 64;
const WIDTHS = [24, 12, 12, 8];
const START_TIMEOUT_MS = 60_000;

const scenarios = [
  { procedure: 'auth.me', method: 'GET' },
  {
    procedure: 'consultations.record',
    method: 'POST',
    body: JSON.stringify({
      json: { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' },
    }),
  },
] as const;

type Scenario = (typeof scenarios)[number];

interface Server {
  readonly origin: string;
  readonly child: ChildProcess;
}

/**
 * Measures the throughput of one and of several processes (`WEB_CONCURRENCY`) on one database. The load generator is a process
 * of its own, on the same machine. Rounds alternate.
 */
async function main(): Promise<void> {
  const platform = await startBenchPlatform();
  const servers = await Promise.all(PROCESS_COUNTS.map((count) => startServer(count, platform)));
  const header = ['responses a second', ...PROCESS_COUNTS.map((count) => `${count} proc.`), 'ratio'];
  printLines([`${CONNECTIONS} connections, median of ${ROUNDS} rounds`, formatRow(WIDTHS, header)]);
  for (const scenario of scenarios) {
    const rates = servers.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, server] of servers.entries())
        rates[index]?.push(await measure(scenario, server, platform.cookie));
    }
    const medians = rates.map(median);
    const ratio = ((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2);
    printLines([formatRow(WIDTHS, [scenario.procedure, ...medians.map(String), ratio])]);
  }
  for (const { child } of servers) child.kill('SIGTERM');
  await Promise.all(servers.map(({ child }) => once(child, 'exit')));
  await platform.close();
}

async function startServer(count: number, { databaseUrl }: BenchPlatform): Promise<Server> {
  const port = await findFreePort('127.0.0.1');
  const child = spawn(process.execPath, [`${checkoutRoot}/dist/src/main.js`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...processEnvironment(),
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://bench.example.org',
      DATABASE_URL: databaseUrl,
      OAUTH_ISSUER: 'http://127.0.0.1:1',
      OAUTH_CLIENT_ID: 'bench',
      CHATBOT_PROVIDER: 'offline',
      HOST: '127.0.0.1',
      PORT: String(port),
      WEB_CONCURRENCY: String(count),
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while ((await fetch(`${origin}/readyz`).catch(() => undefined))?.status !== 200) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('a server does not start');
    await wait(100);
  }
  // Until the other processes have started, and all have loaded what they load in the background.
  await wait(10_000);
  return { origin, child };
}

async function measure(scenario: Scenario, { origin }: Server, cookie: string): Promise<number> {
  const body = 'body' in scenario ? scenario.body : undefined;
  const plan = {
    origin,
    path: `/api/trpc/${scenario.procedure}`,
    method: scenario.method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body,
    status: 200,
    connections: CONNECTIONS,
    seconds: DURATION_S,
  };
  const { stdout } = await run(process.execPath, [`${checkoutRoot}/bench/load.mjs`, JSON.stringify(plan)]);
  return Number(stdout);
}

runBenchmark(main);
