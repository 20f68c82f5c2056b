import { DataSource } from 'typeorm';
import type { CountryCode } from '../../../src/shared/country';
import { readDatabaseSettings } from '../../../src/platform/config/environment';
import {
  ConsultationBatchService,
  type ConsultationRow,
  consultationRow,
} from '../../../src/modules/consultations/recording/consultation-batch.service';
import { migrationOptions } from '../../../src/platform/database/data-source';
import { ImportRun } from './import-run';

const ACCOUNT = '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13';

const ROWS = `jsonb_to_recordset($1::jsonb) AS sent (
  line integer, country text, key text, name text, patient_id text, consulted_at timestamptz, external_id text, digest bytea
)`;

describe('a batch of consultations', () => {
  let run: ImportRun;

  beforeEach(async () => {
    run = await ImportRun.begin();
  });

  afterEach(async () => {
    await run.recount();
    await run.end();
  });

  const record = (database: DataSource, rows: readonly ConsultationRow[]) =>
    database.transaction((manager) =>
      new ConsultationBatchService().recordFrom(
        manager,
        { relation: ROWS, values: [JSON.stringify(rows)] },
        ACCOUNT,
      ),
    );

  const row = (line: number, patientId: string, externalId?: string) =>
    consultationRow(
      {
        country: 'KE' as CountryCode,
        patientId,
        pathologyName: line % 2 === 0 ? 'Malaria' : 'Cholera',
        consultationDate: new Date(`2026-03-${10 + (line % 10)}T12:00:00Z`),
      },
      { line, externalId },
    );

  it('records lines without an external id each time, those with one once, and names those in conflict', async () => {
    const rows = [row(1, 'P-1'), row(1, 'P-1'), row(2, 'P-2', 'a'), row(2, 'P-2', 'a'), row(3, 'P-3', 'a')];
    const numbered = rows.map((each, index) => ({ ...each, line: index + 10 }));
    expect(await record(run.database, numbered)).toEqual({
      recorded: 3,
      alreadyRecorded: 1,
      voided: 0,
      conflicting: [14],
    });
    expect(await record(run.database, numbered)).toEqual({
      recorded: 2,
      alreadyRecorded: 2,
      voided: 0,
      conflicting: [14],
    });
    expect(await record(run.database, [])).toEqual({
      recorded: 0,
      alreadyRecorded: 0,
      voided: 0,
      conflicting: [],
    });
  });

  it('waits for another that records the same in another order, and never in a circle', async () => {
    const rows = Array.from({ length: 20_000 }, (_none, line) => row(line, `P-${line}`, `id ${line}`));
    const backwards = rows.toReversed().map((each, line) => ({ ...each, line }));
    const batches = [rows, backwards, rows.slice(10_000), backwards.slice(5_000)];
    // A connection for each: those that wait in a pool do not meet in the database.
    const together = await new DataSource({
      ...migrationOptions(readDatabaseSettings({ DATABASE_URL: run.databaseUrl })),
      poolSize: batches.length,
    }).initialize();
    const outcomes = await Promise.all(batches.map((batch) => record(together, batch))).finally(() =>
      together.destroy(),
    );
    expect(outcomes.reduce((sum, { recorded }) => sum + recorded, 0)).toBe(20_000);
    expect(outcomes.flatMap(({ conflicting }) => conflicting)).toEqual([]);
    expect(await run.consultations()).toHaveLength(20_000);
  });
});
