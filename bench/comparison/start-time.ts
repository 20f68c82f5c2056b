import { median } from '../benchmark';
import { Contestant } from './contestants';
import type { BenchField } from './field';
import { residentMegabytes } from './usage';

export interface StartTime {
  readonly contestant: string;
  /** From the start of the process to the first ready response. */
  readonly startMs: number;
  readonly residentMb: number;
}

const CONTESTANTS = ['bare', 'ours', 'idiomatic'] as const;
const ROUNDS = 5;

/** Starts each contestant several times on a migrated database. */
export async function measureStarts(field: BenchField): Promise<StartTime[]> {
  const measured: StartTime[] = [];
  for (const name of CONTESTANTS) {
    const databaseUrl = await field.cloneDatabase();
    const rounds: { startMs: number; residentMb: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const contestant = await Contestant.start(name, { databaseUrl });
      rounds.push({ startMs: contestant.startMs, residentMb: residentMegabytes(contestant.pid) });
      await contestant.stop();
    }
    measured.push({
      contestant: name,
      startMs: median(rounds.map(({ startMs }) => startMs)),
      residentMb: median(rounds.map(({ residentMb }) => residentMb)),
    });
  }
  return measured;
}
