import { setTimeout as wait } from 'node:timers/promises';
import { suiteImportRun } from './import-run';

const HEADER = 'patient,pathology,date,country,externalId';
const LINE = 'P-1,Malaria,2026-03-14,KE,7';
const CORRECTED_LINE = 'P-1,Cholera,2026-03-15,TZ,7';
const ACCOUNT = '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13';

/** Voids all consultations of a pathology, as `consultations.void` does. */
const VOID_SQL = `
WITH voided AS (
  INSERT INTO consultation_void (country, consultation_id, reason, voided_by)
  SELECT c.country, c.id, 'Wrong pathology', '${ACCOUNT}'
  FROM consultation c JOIN pathology p ON p.id = c.pathology_id WHERE p.name = $1
  ON CONFLICT DO NOTHING
  RETURNING country, consultation_id
)
INSERT INTO pathology_count_change (country, day, pathology_id, cases)
SELECT c.country, (c.consulted_at AT TIME ZONE 'UTC')::date, c.pathology_id, -count(*)
FROM voided v JOIN consultation c ON c.country = v.country AND c.id = v.consultation_id
GROUP BY 1, 2, 3`;

describe('import of a line with a voided consultation', () => {
  const run = suiteImportRun();

  const ARGS = ['--source', 'clinic', '--cumulative'];

  const importFile = async (name: string, ...args: readonly string[]) => {
    const { code, stdout } = await run.import('consultations', run.path(name), ...ARGS, ...args);
    return [code, /lines?: (.*)\.$/m.exec(stdout)?.[1]];
  };
  const voidAll = (pathology: string) => run.database.query(VOID_SQL, [pathology]);
  const loadUnvoided = () =>
    run.database.query<unknown[]>(
      `SELECT c.country, p.name, to_char(c.consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
       FROM consultation c JOIN pathology p ON p.id = c.pathology_id
       WHERE NOT EXISTS (SELECT FROM consultation_void v WHERE v.country = c.country AND v.consultation_id = c.id)
       ORDER BY 1, 2, 3`,
    );

  it('reports the line as voided and does not record the same content again', async () => {
    await run.write('c.csv', [HEADER, LINE, 'P-2,Measles,2026-03-14,KE,8', 'P-3,Malaria,2026-03-14,KE,']);
    expect(await importFile('c.csv')).toEqual([0, '3 recorded, 0 already recorded, 0 refused']);
    await voidAll('Malaria');
    for (const options of [['--dry-run'], []]) {
      const recorded = options.length > 0 ? '0 would be recorded' : '0 recorded';
      expect(await importFile('c.csv', ...options)).toEqual([
        0,
        `${recorded}, 1 already recorded, 2 recorded before and voided, 0 refused`,
      ]);
    }
    expect(await loadUnvoided()).toEqual([{ country: 'KE', name: 'Measles', day: '2026-03-14' }]);
  });

  it('records other content with the same id once', async () => {
    await run.write('c.csv', [HEADER, LINE]);
    await run.write('d.csv', [HEADER, CORRECTED_LINE, CORRECTED_LINE]);
    await importFile('c.csv');
    expect(await importFile('d.csv')).toEqual([2, '0 recorded, 1 already recorded, 1 refused']);
    await voidAll('Malaria');
    expect(await importFile('d.csv', '--dry-run')).toEqual([
      0,
      '1 would be recorded, 1 already recorded, 0 refused',
    ]);
    expect(await importFile('d.csv')).toEqual([0, '1 recorded, 1 already recorded, 0 refused']);
    expect(await importFile('d.csv')).toEqual([0, '0 recorded, 2 already recorded, 0 refused']);
    // The id is now recorded with the content of d.csv.
    expect(await importFile('c.csv')).toEqual([2, '0 recorded, 0 already recorded, 1 refused']);
    expect(await loadUnvoided()).toEqual([{ country: 'TZ', name: 'Cholera', day: '2026-03-15' }]);
    expect(await run.countRows()).toMatchObject({ consultation: 2, consultation_claim: 1 });
  });

  it('records one of two different corrections that are imported at the same time', async () => {
    await run.write('c.csv', [HEADER, LINE]);
    await importFile('c.csv');
    await voidAll('Malaria');
    const paths = [
      await run.write('one.csv', [HEADER, CORRECTED_LINE]),
      await run.write('two.csv', [HEADER, CORRECTED_LINE.replace('Cholera', 'Measles')]),
    ];
    const lock = 'SELECT FROM consultation_claim FOR UPDATE';
    const argumentLists = paths.map((path) => [path, ...ARGS]);
    expect(await run.importBehindLock(lock, 'consultations', argumentLists)).toEqual([0, 2]);
    expect(await loadUnvoided()).toHaveLength(1);
  });

  it('records one correction for each line when files are imported during voiding', async () => {
    const buildLines = (pathology: string) =>
      Array.from({ length: 600 }, (_none, index) => `P-${index},${pathology},2026-03-14,KE,${index}`);
    await run.write('c.csv', [HEADER, ...buildLines('Malaria')]);
    await importFile('c.csv');
    let isVoidingDone = false;
    const importRepeatedly = async (name: string, lines: readonly string[]) => {
      const path = await run.write(`${name}.csv`, [HEADER, ...lines]);
      for (let isLast = false; !isLast;) {
        // Exit code 2 is expected: lines that are not yet voided conflict, and so does a second correction.
        isLast = isVoidingDone;
        const program = run.launch('consultations', path, ...ARGS, '--batch-lines', '50');
        const { code, stderr } = await program.end();
        if (code !== 0 && code !== 2) throw new Error(stderr);
      }
    };
    const corrections = Promise.all([
      importRepeatedly('one', buildLines('Cholera')),
      importRepeatedly('two', buildLines('Cholera').toReversed()),
      importRepeatedly('three', buildLines('Measles').toReversed()),
    ]);
    for (let digit = 0; digit < 10; digit += 1) {
      await run.database.query(
        VOID_SQL.replace('p.name = $1', `p.name = $1 AND c.patient_id LIKE '%' || $2`),
        ['Malaria', digit],
      );
      await wait(300);
    }
    isVoidingDone = true;
    await corrections;
    const unvoided = await loadUnvoided();
    expect(unvoided).toHaveLength(600);
    expect(unvoided).not.toContainEqual(expect.objectContaining({ name: 'Malaria' }));
    expect(await run.countRows()).toMatchObject({ consultation: 1_200, consultation_claim: 600 });
  }, 180_000);
});
