import { createHash } from 'node:crypto';
import { createImportCommand } from '../../../src/integrations/imports/import-command';
import { consultationsImport } from '../../../src/integrations/imports/consultations-import';
import { applyRetention } from '../../../src/integrations/subjects/apply-retention.command';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { runInProcess } from '../../support/run-command';
import { suiteImportRun } from '../imports/import-run';

const HEADER = 'patient,pathology,date,country,externalId';
const KEY = 'a secret of the tests, of 32 characters and more';
const VARIABLES = { PATIENT_ERASURE_KEY: KEY };
/** Without an id, the same twice, and with an id. */
const LINES = [
  'P-1,Malaria,2026-03-14,KE,',
  'P-1,Malaria,2026-03-14,KE,',
  'P-1,Cholera,2026-03-14,KE,visit-7',
];
const OTHER = 'P-2,Malaria,2026-03-14,KE,';

describe('an imported line of an erased patient', () => {
  const run = suiteImportRun();

  const importFile = async (lines: readonly string[], variables = {}) => {
    const path = await run.write('june.csv', [HEADER, ...lines]);
    const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const args = [path, '--source', 'clinic', '--cumulative'];
    const command = createImportCommand(consultationsImport);
    try {
      const { code, output } = await runInProcess(command, run.database, { args, variables });
      return [code, /lines?: (.*)\.$/m.exec(output)?.[1]];
    } finally {
      stderr.mockRestore();
    }
  };

  const erase = (variables = {}) =>
    runInProcess(eraseSubject, run.database, { args: ['P-1', '--country', 'KE', '--confirm'], variables });

  const listIds = async () => {
    const rows = await run.database.query<{ id: string }[]>(
      'SELECT external_id AS id FROM consultation_claim ORDER BY external_id',
    );
    return rows.map(({ id }) => id);
  };

  const countOf = async (patientId: string) => {
    const consultations = await run.loadConsultations();
    return consultations.filter(({ patient }) => patient === patientId).length;
  };

  /** The id of a line without an id of its own, as anybody computes it. */
  const guessedId = `sha256:${createHash('sha256')
    .update(JSON.stringify(['KE', 'malaria', 'P-1', '2026-03-14T12:00:00.000Z']))
    .digest('hex')}`;

  it('is already recorded when it is imported again, and its number cannot be guessed', async () => {
    expect(await importFile([...LINES, OTHER])).toEqual([0, '4 recorded, 0 already recorded, 0 refused']);
    expect(await listIds()).toEqual(expect.arrayContaining([`${guessedId}:1`, `${guessedId}:2`, 'visit-7']));
    expect((await erase(VARIABLES)).output).not.toContain('hash');
    const ids = await listIds();
    expect(ids.filter((id) => id.startsWith(guessedId))).toEqual([]);
    expect(ids.filter((id) => /^sha256:erased:[0-9a-f]{8}:[0-9a-f]{64}$/.test(id))).toHaveLength(2);
    const again = ['P-3,Malaria,2026-03-14,KE,', ...LINES, OTHER];
    expect(await importFile(again, VARIABLES)).toEqual([0, '1 recorded, 4 already recorded, 0 refused']);
    expect(await countOf('P-1')).toBe(0);
    // A third case of the same content is a new one.
    expect(await importFile([...again, 'P-1,Malaria,2026-03-14,KE,'], VARIABLES)).toEqual([
      0,
      '1 recorded, 5 already recorded, 0 refused',
    ]);
    await run.expectCorrectCounts();
  });

  it('is not imported without the key, or with another one', async () => {
    await importFile(LINES);
    await erase(VARIABLES);
    await expect(importFile(LINES)).rejects.toThrow('PATIENT_ERASURE_KEY is unset, and a key is needed');
    await expect(importFile(LINES, { PATIENT_ERASURE_KEY: KEY.toUpperCase() })).rejects.toThrow(
      'PATIENT_ERASURE_KEY is not the key with which imported lines of this source were erased',
    );
    expect(await run.countRows()).toMatchObject({ consultation: 3 });
  });

  it('keeps its hash without a key, which the operator is told', async () => {
    await importFile(LINES);
    expect((await erase()).output).toContain(
      '2 imported lines without an id are still known by a hash of their content',
    );
    expect(await importFile(LINES)).toEqual([0, '0 recorded, 3 already recorded, 0 refused']);
    expect(await listIds()).toEqual([`${guessedId}:1`, `${guessedId}:2`, 'visit-7']);
    expect(await countOf('P-1')).toBe(0);
  });

  it('is recorded before and voided if it was voided', async () => {
    await importFile(LINES);
    await run.database.query(
      `WITH voided AS (
         INSERT INTO consultation_void (country, consultation_id, reason, voided_by)
         SELECT country, id, 'Wrong', recorded_by FROM consultation WHERE external_id = 'visit-7' RETURNING *
       )
       INSERT INTO pathology_count_change (country, day, pathology_id, cases)
       SELECT c.country, (c.consulted_at AT TIME ZONE 'UTC')::date, c.pathology_id, -1
       FROM voided v JOIN consultation c ON c.id = v.consultation_id`,
    );
    await erase(VARIABLES);
    const corrected = [...LINES.slice(0, 2), 'P-1,Measles,2026-03-15,KE,visit-7'];
    expect(await importFile(corrected, VARIABLES)).toEqual([
      0,
      '0 recorded, 2 already recorded, 1 recorded before and voided, 0 refused',
    ]);
  });

  it('is erased with another line while it is imported, and counted once', async () => {
    await importFile([OTHER]);
    const holder = run.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE consultation_claim IN SHARE MODE');
    const importing = importFile([OTHER, ...LINES], VARIABLES);
    const args = ['P-2', '--country', 'KE', '--confirm'];
    const erasing = eraseSubject({
      args,
      variables: VARIABLES,
      dataSource: run.database,
      signal: new AbortController().signal,
    });
    await holder.commitTransaction();
    await holder.release();
    await Promise.all([importing, erasing]);
    expect(await importFile([OTHER, ...LINES], VARIABLES)).toEqual([
      0,
      '0 recorded, 4 already recorded, 0 refused',
    ]);
    expect(await run.countRows()).toMatchObject({ consultation: 4 });
  });

  it('is erased with the key when its retention has ended', async () => {
    await importFile(['P-1,Malaria,2016-03-14,KE,']);
    await run.database.query('ALTER TABLE consultation DISABLE TRIGGER USER');
    const old = '01000000-0000-7000-8000-000000000003';
    await run.database.query(
      `UPDATE consultation SET id = '${old}', recorded_at = now() - interval '8 years'`,
    );
    await run.database.query(`UPDATE consultation_claim SET consultation_id = '${old}'`);
    await run.database.query('ALTER TABLE consultation ENABLE TRIGGER USER');
    const variables = { ...VARIABLES, PATIENT_RETENTION_YEARS: 'KE=7' };
    await runInProcess(applyRetention, run.database, { args: ['--confirm'], variables });
    expect(await listIds()).toEqual([expect.stringMatching(/^sha256:erased:/)]);
    expect(await importFile(['P-1,Malaria,2016-03-14,KE,'], VARIABLES)).toEqual([
      0,
      '0 recorded, 1 already recorded, 0 refused',
    ]);
  });
});
