import { setTimeout as wait } from 'node:timers/promises';
import { ImportRun } from './import-run';

const HEADER = 'patient,pathology,date,country,externalId';
const MALARIA = 'P-1,Malaria,2026-03-14,KE,7';
const CORRECTED = 'P-1,Cholera,2026-03-15,TZ,7';
const ACCOUNT = '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13';

/** Voids all consultations with a name, as `consultations.void` does. */
const VOID = `
WITH voided AS (
  INSERT INTO consultation_void (country, consultation_id, reason, voided_by)
  SELECT c.country, c.id, 'Wrong pathology', '${ACCOUNT}'
  FROM consultation c JOIN pathology p ON p.id = c.pathology_id WHERE p.name = $1
  ON CONFLICT DO NOTHING
  RETURNING country, consultation_id
)
INSERT INTO pathology_daily_count AS d (country, day, pathology_id, slot, cases)
SELECT c.country, (c.consulted_at AT TIME ZONE 'UTC')::date, c.pathology_id, 0, -count(*)
FROM voided v JOIN consultation c ON c.country = v.country AND c.id = v.consultation_id
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
ON CONFLICT (country, day, pathology_id, slot) DO UPDATE SET cases = d.cases + excluded.cases`;

describe('a line whose consultation was voided', () => {
  let run: ImportRun;

  beforeEach(async () => {
    run = await ImportRun.begin();
  });

  afterEach(async () => {
    await run.recount();
    await run.end();
  });

  const ARGS = ['--source', 'clinic', '--cumulative'];

  const imported = async (name: string, ...args: readonly string[]) => {
    const { code, stdout } = await run.import('consultations', run.path(name), ...ARGS, ...args);
    return [code, /lines?: (.*)\.$/m.exec(stdout)?.[1]];
  };
  const voidAll = (name: string) => run.database.query(VOID, [name]);
  const counting = () =>
    run.database.query<unknown[]>(
      `SELECT c.country, p.name, to_char(c.consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
       FROM consultation c JOIN pathology p ON p.id = c.pathology_id
       WHERE NOT EXISTS (SELECT FROM consultation_void v WHERE v.consultation_id = c.id) ORDER BY 1, 2, 3`,
    );

  it('stays out with the same content, and is told apart from what is recorded', async () => {
    await run.write('c.csv', [HEADER, MALARIA, 'P-2,Measles,2026-03-14,KE,8', 'P-3,Malaria,2026-03-14,KE,']);
    expect(await imported('c.csv')).toEqual([0, '3 recorded, 0 already recorded, 0 refused']);
    await voidAll('Malaria');
    for (const dryRun of [['--dry-run'], []]) {
      const recorded = dryRun.length > 0 ? '0 would be recorded' : '0 recorded';
      expect(await imported('c.csv', ...dryRun)).toEqual([
        0,
        `${recorded}, 1 already recorded, 2 recorded before and voided, 0 refused`,
      ]);
    }
    expect(await counting()).toEqual([{ country: 'KE', name: 'Measles', day: '2026-03-14' }]);
  });

  it('is recorded with other content under the same id, once', async () => {
    await run.write('c.csv', [HEADER, MALARIA]);
    await run.write('d.csv', [HEADER, CORRECTED, CORRECTED]);
    await imported('c.csv');
    expect(await imported('d.csv')).toEqual([2, '0 recorded, 1 already recorded, 1 refused']);
    await voidAll('Malaria');
    expect(await imported('d.csv', '--dry-run')).toEqual([
      0,
      '1 would be recorded, 1 already recorded, 0 refused',
    ]);
    expect(await imported('d.csv')).toEqual([0, '1 recorded, 1 already recorded, 0 refused']);
    expect(await imported('d.csv')).toEqual([0, '0 recorded, 2 already recorded, 0 refused']);
    // What stood there before is now the other content.
    expect(await imported('c.csv')).toEqual([2, '0 recorded, 0 already recorded, 1 refused']);
    expect(await counting()).toEqual([{ country: 'TZ', name: 'Cholera', day: '2026-03-15' }]);
    expect(await run.sizes()).toMatchObject({ consultation: 2, consultation_claim: 1 });
  });

  it('is corrected by one of two that find it void at the same time, and the other is refused', async () => {
    await run.write('c.csv', [HEADER, MALARIA]);
    await imported('c.csv');
    await voidAll('Malaria');
    const paths = [
      await run.write('one.csv', [HEADER, CORRECTED]),
      await run.write('two.csv', [HEADER, CORRECTED.replace('Cholera', 'Measles')]),
    ];
    const holder = run.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM consultation_claim FOR UPDATE');
    const programs = paths.map((path) => run.launch('consultations', path, ...ARGS));
    for (let waiting = 0; waiting < 2;) {
      await wait(20);
      const rows = await run.database.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      waiting = rows.length;
    }
    await holder.commitTransaction();
    await holder.release();
    const codes = await Promise.all(programs.map(async (program) => (await program.end()).code));
    expect(codes.toSorted()).toEqual([0, 2]);
    expect(await counting()).toHaveLength(1);
  });

  it('is corrected once, whatever is imported and voided at the same time', async () => {
    const lines = (name: string) =>
      Array.from({ length: 600 }, (_none, index) => `P-${index},${name},2026-03-14,KE,${index}`);
    await run.write('c.csv', [HEADER, ...lines('Malaria')]);
    await imported('c.csv');
    let allVoid = false;
    const correct = async (name: string, content: readonly string[]) => {
      const path = await run.write(`${name}.csv`, [HEADER, ...content]);
      for (let isLast = false; !isLast;) {
        // Until all of it is void, some lines are in conflict; of two corrections of one, the second is.
        isLast = allVoid;
        const program = run.launch('consultations', path, ...ARGS, '--batch-lines', '50');
        const { code, stderr } = await program.end();
        if (code !== 0 && code !== 2) throw new Error(stderr);
      }
    };
    const corrections = Promise.all([
      correct('one', lines('Cholera')),
      correct('two', lines('Cholera').toReversed()),
      correct('three', lines('Measles').toReversed()),
    ]);
    for (let digit = 0; digit < 10; digit += 1) {
      await run.database.query(VOID.replace('p.name = $1', `p.name = $1 AND c.patient_id LIKE '%' || $2`), [
        'Malaria',
        digit,
      ]);
      await wait(300);
    }
    allVoid = true;
    await corrections;
    const there = await counting();
    expect(there).toHaveLength(600);
    expect(there).not.toContainEqual(expect.objectContaining({ name: 'Malaria' }));
    expect(await run.sizes()).toMatchObject({ consultation: 1_200, consultation_claim: 600 });
  }, 180_000);
});
