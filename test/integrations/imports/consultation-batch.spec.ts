import { DataSource } from 'typeorm';
import type { CountryCode } from '../../../src/shared/country';
import { readDatabaseSettings } from '../../../src/platform/config/environment';
import {
  recordStagedConsultations,
  type ConsultationRow,
  toConsultationRow,
} from '../../../src/modules/consultations/recording/consultation-batch';
import { stagedConsultations } from '../../../src/modules/consultations/recording/consultation-batch.sql';
import { Database } from '../../../src/platform/database/database';
import { migrationOptions } from '../../../src/platform/database/data-source';
import { json } from '../../../src/platform/database/parameter';
import { statement } from '../../../src/platform/database/statement';
import { suiteImportRun } from './import-run';
import { TEST_SETTINGS } from '../../support/environment';

const ACCOUNT = '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13';

const COLUMNS = `line integer, country text, key text, name text, patient_id text, consulted_at timestamptz,
  external_id text, digest bytea, equal_digests bytea[], earlier_digests bytea[]`;

const CREATE_TABLE = statement({
  name: 'test_create_staged_consultation',
  text: `CREATE TEMPORARY TABLE staged_consultation (${COLUMNS}) ON COMMIT DROP`,
});

const STAGE_ROWS = statement({
  name: 'test_stage_consultations',
  text: `INSERT INTO staged_consultation SELECT * FROM jsonb_to_recordset($rows::jsonb) AS sent (${COLUMNS})`,
  parameters: { rows: json() },
  temporaryTables: CREATE_TABLE.sql,
});

const STAGED = stagedConsultations('staged_consultation');

describe('recordStagedConsultations', () => {
  const run = suiteImportRun();

  const record = (dataSource: DataSource, rows: readonly ConsultationRow[]) =>
    new Database(dataSource).transaction(async (transaction) => {
      const lines = rows.map(({ item, ...row }) => ({ ...row, line: item }));
      await transaction.run(CREATE_TABLE);
      await transaction.run(STAGE_ROWS, { rows: JSON.stringify(lines) });
      return recordStagedConsultations(transaction, STAGED, ACCOUNT);
    });

  const buildRow = (item: number, patientId: string, externalId?: string) =>
    toConsultationRow(
      {
        country: 'KE' as CountryCode,
        patientId,
        pathologyName: item % 2 === 0 ? 'Malaria' : 'Cholera',
        consultationDate: new Date(`2026-03-${10 + (item % 10)}T12:00:00Z`),
      },
      { item, externalId },
    );

  it('records lines without an external id every time and others once, and returns conflicting lines', async () => {
    const rows = [
      buildRow(1, 'P-1'),
      buildRow(1, 'P-1'),
      buildRow(2, 'P-2', 'a'),
      buildRow(2, 'P-2', 'a'),
      buildRow(3, 'P-3', 'a'),
    ];
    const numbered = rows.map((original, index) => ({ ...original, item: index + 10 }));
    for (const [lines, recorded, alreadyRecorded, conflicting] of [
      [numbered, 3, 1, [14]],
      [numbered, 2, 2, [14]],
      [[], 0, 0, []],
    ] as const) {
      const expected = { recorded, alreadyRecorded, voided: 0, conflicting, unnamed: [] };
      expect(await record(run.database, lines)).toEqual(expected);
    }
  });

  it('records lines once without a deadlock when several batches have them in different orders', async () => {
    const rows = Array.from({ length: 20_000 }, (_none, item) => buildRow(item, `P-${item}`, `id ${item}`));
    const reversed = rows.toReversed().map((original, item) => ({ ...original, item }));
    const batches = [rows, reversed, rows.slice(10_000), reversed.slice(5_000)];
    // One connection for each batch, so that no batch waits for a connection.
    const concurrentDatabase = await new DataSource({
      ...migrationOptions(readDatabaseSettings({ ...TEST_SETTINGS, DATABASE_URL: run.databaseUrl })),
      poolSize: batches.length,
    }).initialize();
    try {
      const outcomes = await Promise.all(batches.map((batch) => record(concurrentDatabase, batch)));
      expect(outcomes.reduce((sum, { recorded }) => sum + recorded, 0)).toBe(20_000);
      expect(outcomes.flatMap(({ conflicting }) => conflicting)).toEqual([]);
    } finally {
      await concurrentDatabase.destroy();
    }
    expect(await run.loadConsultations()).toHaveLength(20_000);
  });
});
