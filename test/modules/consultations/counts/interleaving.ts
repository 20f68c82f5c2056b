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

/** The writes of concurrent callers, each one after another, and concurrent crashes. */
export interface Interleaving {
  readonly callers: readonly (readonly Write[])[];
  readonly crashes: readonly (readonly Crash[])[];
}

/** An import, and voids of its lines during the import. */
const fileAndVoids = fc
  .tuple(importWrites, fc.array(importedVoids, { minLength: 1, maxLength: 8, size: 'max' }))
  .map(([file, voids]) => (file.of === 'consultations' ? [[file], voids] : [[file]]));

/** Most interleavings have no import, because its processes take a second or two each. */
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

/** The number of times that each outcome occurred. */
export type Tally = Map<string, number>;

/**
 * Runs an interleaving in a database that may have the records of earlier ones.
 * @returns the records that differ from the responses
 */
export async function runInterleaving(
  { callers, crashes }: Interleaving,
  { processes, tally }: { processes: Processes; tally: Tally },
): Promise<string[]> {
  count(tally, 'runs');
  const writers = await startWriters(processes, tally.get('runs') ?? 0);
  try {
    await waitForAll([
      ...callers.map(async (writes) => {
        for (const write of writes)
          for (const { kind } of await writers.write(write)) count(tally, `${write.kind} ${kind}`);
      }),
      ...crashes.map(async (series) => {
        for (const each of series) count(tally, 'connections lost', await crash(processes.ownerUrl, each));
      }),
    ]);
    return await writers.findContradictions();
  } finally {
    await writers.close();
  }
}

interface Writers {
  write(write: Write): Promise<Outcome[]>;
  findContradictions(): Promise<string[]>;
  close(): Promise<void>;
}

async function startWriters(processes: Processes, number: number): Promise<Writers> {
  const { database, databaseUrl } = processes;
  const administrator = await processes.createAccount('admin', '*');
  const doctors = [
    await processes.createAccount('doctor', 'KE'),
    await processes.createAccount('doctor', 'KE'),
    await processes.createAccount('doctor', 'TZ'),
    await processes.createAccount('doctor', null),
    administrator,
  ];
  const pharmacists = [
    await processes.createAccount('pharmacist', 'KE'),
    await processes.createAccount('pharmacist', 'TZ'),
  ];
  const consultations = new ConsultationWrites(number, { doctors, administrator }, databaseUrl);
  const claimed = new ClaimedWrites(number, doctors);
  const sales = new SalesWrites(number, pharmacists);
  const files = new ImportWrites(number, processes);
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
    findContradictions: async () => [
      ...(await consultations.findContradictions(database)),
      ...(await claimed.findContradictions(database)),
      ...(await sales.findContradictions(database)),
      ...(await files.findContradictions(database)),
    ],
    close: () => files.close(),
  };
}

/** Also waits after a failure, because the database is dropped afterwards. */
async function waitForAll(all: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(all);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function count(tally: Tally, outcome: string, times = 1): void {
  tally.set(outcome, (tally.get(outcome) ?? 0) + times);
}
