import * as fc from 'fast-check';
import { type Crash, crash, crashes } from './crash';
import {
  ConsultationWrites,
  type ImportedVoidWrite,
  consultationWrites,
  importedVoids,
  type RecordWrite,
  type VoidWrite,
} from './consultation-writes';
import { type ImportWrite, ImportWrites, importWrites } from './import-writes';
import { type ClaimWrite, ClaimedWrites, claimWrites } from './claimed-writes';
import { Processes, type Outcome } from './processes';
import { SalesWrites, sellWrites, type SellWrite } from './sales-writes';

type Write = RecordWrite | VoidWrite | ImportedVoidWrite | ClaimWrite | SellWrite | ImportWrite;

/** What several callers do at the same time, each one thing after another, and the connections that they lose. */
export interface Interleaving {
  readonly callers: readonly (readonly Write[])[];
  readonly crashes: readonly (readonly Crash[])[];
}

/** A file, and what is voided of it while it is imported. */
const fileAndVoids = fc
  .tuple(importWrites, fc.array(importedVoids, { minLength: 1, maxLength: 8, size: 'max' }))
  .map(([file, voids]) => (file.of === 'consultations' ? [[file], voids] : [[file]]));

/** Of the processes that imports take, each costs a second or two, so that most interleavings have none. */
const imports = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(fileAndVoids, { minLength: 1, maxLength: 2 }) },
);
const calls = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: consultationWrites },
    { weight: 3, arbitrary: claimWrites },
    { weight: 3, arbitrary: sellWrites },
  ),
  { minLength: 1, maxLength: 30, size: 'max' },
);

export const interleavings: fc.Arbitrary<Interleaving> = fc.record({
  callers: fc
    .tuple(fc.array(calls, { minLength: 2, maxLength: 8, size: 'max' }), imports)
    .map(([callers, files]) => [...callers, ...files.flat()]),
  crashes,
});

/** How often each kind of thing happened. */
export type Tally = Map<string, number>;

/**
 * Runs an interleaving beside what ran before it in the same database.
 * @returns what in the database contradicts what callers were told
 */
export async function run(
  { callers, crashes }: Interleaving,
  { processes, tally }: { processes: Processes; tally: Tally },
): Promise<string[]> {
  count(tally, 'runs');
  const writers = await startWriters(processes, tally.get('runs') ?? 0);
  try {
    await settled([
      ...callers.map(async (writes) => {
        for (const write of writes)
          for (const { kind } of await writers.write(write)) count(tally, `${write.kind} ${kind}`);
      }),
      ...crashes.map(async (series) => {
        for (const each of series) count(tally, 'connections lost', await crash(processes.databaseUrl, each));
      }),
    ]);
    return await writers.contradictions();
  } finally {
    await writers.close();
  }
}

interface Writers {
  write(write: Write): Promise<Outcome[]>;
  contradictions(): Promise<string[]>;
  close(): Promise<void>;
}

async function startWriters(processes: Processes, number: number): Promise<Writers> {
  const { database, databaseUrl } = processes;
  const administrator = await processes.account('admin', '*');
  const doctors = [
    await processes.account('doctor', 'KE'),
    await processes.account('doctor', 'KE'),
    await processes.account('doctor', 'TZ'),
    await processes.account('doctor', null),
    administrator,
  ];
  const pharmacists = [
    await processes.account('pharmacist', 'KE'),
    await processes.account('pharmacist', 'TZ'),
  ];
  const consultations = new ConsultationWrites(number, { doctors, administrator }, databaseUrl);
  const claimed = new ClaimedWrites(number, doctors);
  const sales = new SalesWrites(number, pharmacists);
  const files = new ImportWrites(number, databaseUrl);
  return {
    write: (write) => {
      switch (write.kind) {
        case 'record':
          return consultations.record(write);
        case 'void':
          return consultations.void(write);
        case 'void imported':
          return consultations.voidImported(write);
        case 'record many':
          return claimed.record(write);
        case 'sell':
          return sales.sell(write);
        case 'import':
          return files.import(write);
      }
    },
    contradictions: async () => [
      ...(await consultations.contradictions(database)),
      ...(await claimed.contradictions(database)),
      ...(await sales.contradictions(database)),
      ...(await files.contradictions(database)),
    ],
    close: () => files.close(),
  };
}

/** Waits for all, even where one fails: the database is dropped afterwards. */
async function settled(all: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(all);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function count(tally: Tally, what: string, times = 1): void {
  tally.set(what, (tally.get(what) ?? 0) + times);
}
