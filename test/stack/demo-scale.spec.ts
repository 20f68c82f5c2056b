import type { DataSource } from 'typeorm';
import { insertScaleData } from '../../dev/demo/insert-scale-data';
import { migrationOptions } from '../../src/platform/database/data-source';
import { runCheckCounts } from '../modules/consultations/counts/count-check';
import { type OpenDatabase, openDatabase } from '../support/open-database';

const now = new Date('2026-11-20T00:00:00Z');

describe('insertScaleData', () => {
  let opened: OpenDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    opened = await openDatabase(migrationOptions);
    ({ dataSource } = opened);
  });

  afterEach(() => opened.close());

  const query = <Row>(sql: string) => dataSource.query<Row[]>(sql);

  it('inserts consultations and sales of 54 countries with their counts and sums', async () => {
    const indexes = `SELECT indexdef FROM pg_indexes WHERE tablename = 'consultation' ORDER BY 1`;
    const before = await query(indexes);
    await insertScaleData(dataSource, { consultations: 5_000, now });
    expect(await runCheckCounts(dataSource)).toMatchObject({
      code: 0,
      output: expect.stringContaining('No difference: 5,000 consultations (0 voided)') as unknown,
    });
    expect(await query(indexes)).toEqual(before);
    expect(await query(`SELECT count(DISTINCT country)::integer AS countries FROM consultation`)).toEqual([
      { countries: 54 },
    ]);
    // Triggers are on again.
    await expect(query('DELETE FROM consultation')).rejects.toThrow('refused');
  });

  it('draws the same records each time, and refuses to draw them twice', async () => {
    const records = `
      SELECT c.country, p.key, c.patient_id, c.consulted_at
      FROM consultation c JOIN pathology p ON p.id = c.pathology_id ORDER BY 1, 2, 3, 4`;
    await insertScaleData(dataSource, { consultations: 500, now });
    const first = await query(records);
    expect(first).toHaveLength(500);
    await expect(insertScaleData(dataSource, { consultations: 500, now })).rejects.toThrow(
      'in this database already',
    );
    expect(await query(records)).toEqual(first);
    const other = await openDatabase(migrationOptions);
    await insertScaleData(other.dataSource, { consultations: 500, now });
    expect(await other.dataSource.query(records)).toEqual(first);
    await other.close();
  });
});
