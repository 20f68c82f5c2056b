import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../support/until';
import { ApiProcess } from './api-process';
import { DurablePostgres } from './durable-postgres';
import type { Fault, Round } from './fault-plan';
import type { Ledger } from './ledger';

const PROCESSES = 2;
const RECOVERY_TIMEOUT_MS = 40_000;

/** Two processes of the platform on one PostgreSQL, and everything between them that can fail. */
export class FaultyStack {
  private constructor(
    readonly postgres: DurablePostgres,
    readonly apis: readonly ApiProcess[],
  ) {}

  static async start(): Promise<FaultyStack> {
    const postgres = await DurablePostgres.start();
    const starting = Array.from({ length: PROCESSES }, () => ApiProcess.start(postgres));
    return new FaultyStack(postgres, await Promise.all(starting));
  }

  /**
   * Causes the faults of a round, ends them, and waits until both processes acknowledge calls again.
   * @returns the time in milliseconds from the end of the last fault to the first acknowledgements of both
   */
  async runRound(round: Round, ledger: Ledger): Promise<number> {
    await Promise.all(
      round.map(async (fault) => {
        await this.begin(fault);
        await wait(fault.durationMs);
        await this.end(fault);
      }),
    );
    // After all of them: a process does not start without its database.
    for (const fault of round) if (fault.kind === 'kill API') await this.api(fault.api).start();
    const healedAt = performance.now();
    const before = [...ledger.acknowledged];
    await until(
      'both processes acknowledge calls after a fault',
      () => {
        for (const api of this.apis) api.assertAlive();
        return ledger.hasGrownSince(before, PROCESSES);
      },
      { within: RECOVERY_TIMEOUT_MS },
    );
    return performance.now() - healedAt;
  }

  async stop(): Promise<void> {
    await Promise.all(this.apis.map((api) => api.stop()));
    await this.postgres.stop();
  }

  private async begin(fault: Fault): Promise<void> {
    switch (fault.kind) {
      case 'kill API':
        this.api(fault.api).kill();
        break;
      case 'pause API':
        this.api(fault.api).pause();
        break;
      case 'kill database':
        await this.postgres.kill();
        break;
      case 'kill database process':
        this.postgres.killOneProcess();
        break;
      case 'pause database':
        this.postgres.pause();
        break;
      case 'interrupt':
        this.linkOf(fault).interrupt(fault.interruption);
    }
  }

  private async end(fault: Fault): Promise<void> {
    switch (fault.kind) {
      case 'kill API':
      case 'kill database process':
        break;
      case 'pause API':
        this.api(fault.api).resume();
        break;
      case 'kill database':
        await this.postgres.start();
        break;
      case 'pause database':
        this.postgres.resume();
        break;
      case 'interrupt':
        this.linkOf(fault).heal();
    }
  }

  private linkOf(fault: Extract<Fault, { kind: 'interrupt' }>): ApiProcess['toCallers'] {
    const api = this.api(fault.api);
    return fault.side === 'callers' ? api.toCallers : api.toDatabase;
  }

  private api(number: number): ApiProcess {
    const api = this.apis[number];
    if (!api) throw new Error(`there is no process ${number}`);
    return api;
  }
}
