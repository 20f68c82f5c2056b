import { setTimeout as wait } from 'node:timers/promises';
import { checkoutRoot } from '../../dev/checkout';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { beginSession } from '../support/platform';
import { sendRequest } from '../support/raw-request';
import { ServerProcess } from '../support/server-process';
import { typeScriptCommand } from '../support/typescript-command';
import { Program } from '../stack/program';
import { ATTACKS, type AttackName } from './attack-names';

/** Times in milliseconds of a second caller. */
const MEDIAN_LIMIT = 250;
const WORST_LIMIT = 1_000;
const SAMPLES = 40;
const WARM_UP_MS = 1_500;

const EMERGENCY = { message: 'my chest hurts badly and I cannot breathe' };

type Call = () => Promise<{ readonly status: number; readonly text: string }>;

describe('a second caller is not starved', () => {
  let opened: OpenDatabase;
  let server: ServerProcess;
  let attacker = '';
  let victim = '';

  beforeAll(async () => {
    opened = await openDatabase();
    attacker = await beginSession(opened.dataSource, {
      role: 'admin',
      country: '*',
      email: 'attacker@example.org',
    });
    victim = await beginSession(opened.dataSource, {
      role: 'doctor',
      country: 'KE',
      email: 'victim@example.org',
    });
    server = await ServerProcess.start({ DATABASE_URL: opened.url, LOG_LEVEL: 'error' });
  });

  afterAll(async () => {
    await server.stop();
    await opened.close();
  });

  const calls = (): Record<string, Call> => ({
    'auth.me': () =>
      sendRequest(server.origin, {
        method: 'GET',
        path: '/api/trpc/auth.me',
        headers: { cookie: victim },
      }),
    'an emergency': () =>
      sendRequest(server.origin, {
        path: '/api/trpc/chatbot.sendMessage',
        headers: { cookie: victim, 'content-type': 'application/json' },
        body: JSON.stringify({ 0: { json: EMERGENCY } }),
      }),
    livez: () => sendRequest(server.origin, { method: 'GET', path: '/livez' }),
  });

  it('without an attack', async () => {
    await measure(calls(), 'nobody');
  });

  it.each(ATTACKS)('by %s', async (name) => {
    const program = attack(name);
    try {
      await wait(WARM_UP_MS);
      await measure(calls(), name);
    } finally {
      program.kill();
    }
    expect(program.output).not.toContain('500:');
    await wait(500);
  });

  function attack(name: AttackName): Program {
    return new Program(typeScriptCommand('test/starvation/attack.ts', name, server.origin, attacker), {
      cwd: checkoutRoot,
    });
  }
});

/** Calls in turn, and expects every time to be within the limits. */
async function measure(calls: Record<string, Call>, attack: string): Promise<void> {
  const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]));
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const start = performance.now();
      const { status, text } = await call();
      times.get(name)?.push(performance.now() - start);
      expect([name, status, text]).toEqual([name, 200, text]);
    }
  }
  for (const [name, all] of times) {
    const sorted = all.toSorted((a, b) => a - b);
    const median = sorted[SAMPLES / 2] ?? 0;
    const worst = sorted.at(-1) ?? 0;
    process.stdout.write(`${attack}: ${name} ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms\n`);
    expect({ attack, name, median, isFast: median < MEDIAN_LIMIT }).toMatchObject({ isFast: true });
    expect({ attack, name, worst, isFast: worst < WORST_LIMIT }).toMatchObject({ isFast: true });
  }
}
