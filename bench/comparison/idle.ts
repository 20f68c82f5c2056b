import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { BenchField } from './field';
import { IDLE_CONNECTIONS } from './targets';
import { residentMegabytes } from './usage';

/** What a process needs to hold idle connections. */
export interface IdleConnections {
  readonly opened: number;
  /** Still open after `HOLD_SECONDS`. */
  readonly held: number;
  readonly seconds: number;
  readonly residentMbBefore: number;
  readonly residentMb: number;
  /** Response time of `auth.me` meanwhile. */
  readonly responseMs: number;
}

/** Longer than a load balancer's usual pause between two requests of a client. */
const HOLD_SECONDS = 30;

/** Opens connections to a new process of the platform, each with one request, and leaves them idle. */
export async function measureIdleConnections(field: BenchField): Promise<IdleConnections> {
  await field.stopContestants();
  const ours = await field.enter('ours');
  const residentMbBefore = residentMegabytes(ours.pid);
  const child = fork(join(__dirname, '../load/idle-process.js'));
  try {
    const ask = async (message: object) => {
      const reply = once(child, 'message');
      child.send(message);
      return z.number().parse((await reply)[0]);
    };
    const opened = await ask({
      port: Number(new URL(ours.origin).port),
      path: '/livez',
      connections: IDLE_CONNECTIONS,
    });
    await sleep(HOLD_SECONDS * 1000);
    const held = await ask({});
    const beganAt = performance.now();
    const response = await fetch(`${ours.origin}/api/trpc/auth.me`, {
      headers: { cookie: field.database.cookies.doctor },
    });
    await response.text();
    if (response.status !== 200) throw new Error(`auth.me answers ${response.status}`);
    const responseMs = performance.now() - beganAt;
    const residentMb = residentMegabytes(ours.pid);
    return { opened, held, seconds: HOLD_SECONDS, residentMbBefore, residentMb, responseMs };
  } finally {
    child.kill();
  }
}
