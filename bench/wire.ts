import { execFile } from 'node:child_process';
import type { Server } from 'node:http';
import { promisify } from 'node:util';
import type { INestApplication } from '@nestjs/common';
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import { AppRouterHost } from 'nestjs-trpc';
import { checkoutRoot } from '../dev/checkout';
import { RequestContextFactory } from '../src/platform/trpc/context/request-context.factory';
import { startBenchPlatform } from './bench-platform';
import { median, runBenchmark } from './benchmark';

const run = promisify(execFile);

const ROUNDS = 5;
const DURATION_S = 3;
const CONNECTIONS = 32;

interface Scenario {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly procedure: string;
  readonly status: number;
  readonly session: boolean;
  readonly body?: string;
}

const scenarios: readonly Scenario[] = [
  { name: 'a call that is denied', method: 'GET', procedure: 'auth.me', status: 401, session: false },
  { name: 'who is signed in', method: 'GET', procedure: 'auth.me', status: 200, session: true },
  { name: 'a list of 71 items', method: 'GET', procedure: 'specialties.list', status: 200, session: false },
  {
    name: 'a consultation',
    method: 'POST',
    procedure: 'consultations.record',
    status: 200,
    session: true,
    body: JSON.stringify({
      json: { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' },
    }),
  },
];

/**
 * Measures the throughput of the tRPC HTTP transport. Baseline: tRPC's standalone adapter with the same router in the same
 * process. Rounds alternate.
 */
async function main(): Promise<void> {
  const platform = await startBenchPlatform();
  const { base: ours, cookie } = platform;
  const baseline = await startBaseline(platform.app);
  process.stdout.write(`answers a second, ${CONNECTIONS} connections, median of ${ROUNDS} rounds\n`);
  for (const scenario of scenarios) {
    const rates = { ours: [] as number[], baseline: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.baseline.push(await measure(scenario, { base: baseline.base, cookie }));
      rates.ours.push(await measure(scenario, { base: ours, cookie }));
    }
    const [a, b] = [median(rates.ours), median(rates.baseline)];
    process.stdout.write(
      `${scenario.name}: transport ${a}, standalone adapter ${b}, ratio ${(a / b).toFixed(2)}\n`,
    );
  }
  baseline.server.close();
  await platform.close();
}

async function startBaseline(app: INestApplication): Promise<{ base: string; server: Server }> {
  const contexts = app.get(RequestContextFactory, { strict: false });
  const { appRouter } = app.get(AppRouterHost, { strict: false });
  const server: Server = createHTTPServer({
    router: appRouter,
    createContext: ({ req, res }) => contexts.getOrCreate(req, res),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the baseline listens on a port');
  return { base: `http://127.0.0.1:${address.port}/`, server };
}

async function measure(
  scenario: Scenario,
  { base, cookie }: { base: string; cookie: string },
): Promise<number> {
  const { origin, pathname } = new URL(scenario.procedure, base);
  const { method, status, body, session } = scenario;
  const headers = { ...(body && { 'content-type': 'application/json' }), ...(session && { cookie }) };
  const plan = {
    origin,
    path: pathname,
    method,
    headers,
    body,
    status,
    connections: CONNECTIONS,
    seconds: DURATION_S,
  };
  const { stdout } = await run(process.execPath, [`${checkoutRoot}/bench/load.mjs`, JSON.stringify(plan)]);
  return Number(stdout);
}

runBenchmark(main);
