import { tmpdir } from 'node:os';
import { z } from 'zod';
import { run } from '../../../stack/program';
import { type Platform, startPlatform } from '../../../support/platform';
import { PlainCaller, payload } from '../../../support/plain-caller';
import { typeScriptCommand } from '../../../support/typescript-command';
import { runCheckCounts } from './count-check';
import { foldCounts } from '../../../support/daily-counts';

const responseSchema = z.object({ data: z.object({ id: z.string() }) });
const TIMESTAMP = '2024-05-06T23:59:59.999Z';

describe('npm run check:counts', () => {
  let platform: Platform;
  let anonymous: PlainCaller;
  let doctor: PlainCaller;

  beforeEach(async () => {
    platform = await startPlatform();
    anonymous = new PlainCaller(await platform.listen());
    doctor = anonymous.as(await platform.session({ role: 'doctor', country: 'KE' }));
  });

  afterEach(async () => {
    await platform.close();
  });

  async function record(pathologyName: string, patientId = 'P-1'): Promise<string> {
    const input = { patientId, pathologyName, consultationDate: TIMESTAMP };
    return responseSchema.parse(payload(await doctor.post('consultations.record', input))).data.id;
  }

  async function voidOne(id: string): Promise<void> {
    payload(await doctor.post('consultations.void', { id, reason: 'Recorded twice' }));
  }

  async function sell(...units: readonly number[]): Promise<void> {
    const pharmacist = anonymous.as(await platform.session({ role: 'pharmacist', country: 'KE' }));
    const sales = units.map((each) => ({ medicationName: 'Paracetamol', soldAt: TIMESTAMP, units: each }));
    payload(await pharmacist.post('health.recordMedicationSales', { sales }));
  }

  it('finds no difference in an empty database', async () => {
    expect(await runCheckCounts(platform.database)).toEqual({
      code: 0,
      output:
        'No difference: 0 consultations (0 voided) in 0 daily counts, 0 sales in 0 daily sums of units.\n',
    });
  });

  it('finds no difference after records, voids and sales', async () => {
    const ids = [await record('Malaria'), await record('Malaria'), await record('Cholera')];
    await record('Some other fever');
    for (const id of [ids[0], ids[0], ids[2]]) await voidOne(id ?? '');
    await sell(3, 4);
    expect(await runCheckCounts(platform.database)).toEqual({
      code: 0,
      output:
        'No difference: 4 consultations (2 voided) in 3 daily counts, 2 sales in 1 daily sums of units.\n',
    });
  });

  it('prints every difference with country, day and name, without patients, and exits with 1', async () => {
    await record('Malaria', 'Patient Zero');
    await record('Cholera', 'Patient Zero');
    await voidOne(await record('Measles', 'Patient Zero'));
    await sell(3, 4);
    const execute = (statement: string): Promise<unknown> => platform.database.query(statement);
    const idOf = async (name: string): Promise<string> => {
      const [{ id }] = await platform.database.query<[{ id: string }]>(
        'SELECT id FROM pathology WHERE name = $1',
        [name],
      );
      return `'${id}'`;
    };
    await foldCounts(platform.database);
    const columns = '(country, day, pathology_id, cases)';
    await execute(`UPDATE pathology_daily_count SET cases = 3 WHERE pathology_id = ${await idOf('Malaria')}`);
    await execute(`DELETE FROM pathology_daily_count WHERE pathology_id = ${await idOf('Cholera')}`);
    await execute(`INSERT INTO pathology_daily_count ${columns}
                  VALUES ('KE', '2024-05-06', ${await idOf('Rabies')}, 1), ('TZ', '2023-12-31', ${await idOf('Plague')}, -1)`);
    await execute('UPDATE medication_daily_units SET units = 12');
    const { code, output } = await runCheckCounts(platform.database);
    expect(code).toBe(1);
    expect(output.split('\n')).toEqual([
      'KE 2024-05-06 "Cholera": 0 cases counted, 1 recounted',
      'KE 2024-05-06 "Malaria": 3 cases counted, 1 recounted',
      'KE 2024-05-06 "Rabies": 1 cases counted, 0 recounted',
      'TZ 2023-12-31 "Plague": -1 cases counted, 0 recounted',
      'KE 2024-05-06 "Paracetamol": 12 units counted, 7 recounted',
      'Differences: 5: 3 consultations (1 voided) in 4 daily counts, 2 sales in 1 daily sums of units.',
      '',
    ]);
  });

  it('prints every sum that differs from the daily counts', async () => {
    await record('Malaria');
    await sell(3);
    await foldCounts(platform.database);
    const execute = (statement: string): Promise<unknown> => platform.database.query(statement);
    await execute(`UPDATE pathology_sum SET cases = 5 WHERE scope = '*' AND grain = 'week'`);
    await execute(`DELETE FROM pathology_total WHERE scope = 'KE' AND grain = 'year'`);
    await execute(`UPDATE medication_total SET units = 4 WHERE scope = 'KE' AND grain = 'day'`);
    const { code, output } = await runCheckCounts(platform.database);
    expect(code).toBe(1);
    expect(output.split('\n')).toEqual([
      '* week of 2024-05-06 "Malaria": 5 cases in the sum, 1 in the daily counts',
      'KE year of 2024-01-01 all: 0 cases in the sum, 1 in the daily counts',
      'KE day of 2024-05-06 all: 4 units in the sum, 3 in the daily counts',
      'Differences: 3: 1 consultations (0 voided) in 1 daily counts, 1 sales in 1 daily sums of units.',
      '',
    ]);
  });

  it('prints claims and voids without a record, with its id and without patients', async () => {
    await record('Malaria');
    const [id, country] = ['019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13', 'KE'];
    const columns = 'account_id, external_id, digest, country';
    const values = `'${id}', 'Patient Zero', sha256('x'), '${country}', '${id}'`;
    await platform.database.query(
      `INSERT INTO consultation_claim (${columns}, consultation_id) VALUES (${values});
       INSERT INTO medication_sale_claim (${columns}, medication_sale_id) VALUES (${values});
       INSERT INTO consultation_void (country, consultation_id, reason, voided_by)
       VALUES ('${country}', '${id}', 'Patient Zero', '${id}'), ('TZ', '${id}', 'Patient Zero', '${id}')`,
    );
    const { code, output } = await runCheckCounts(platform.database);
    expect(code).toBe(1);
    expect(output.split('\n')).toEqual([
      `KE ${id}: claimed, and there is no such consultation`,
      `KE ${id}: void, and there is no such consultation`,
      `TZ ${id}: void, and there is no such consultation`,
      `KE ${id}: claimed, and there is no such sale`,
      'Differences: 4: 1 consultations (0 voided) in 1 daily counts, 0 sales in 0 daily sums of units.',
      '',
    ]);
  });

  it('prints more differences than one page, each once', async () => {
    await platform.database.query(
      `INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
       SELECT 'KE', '2020-01-01'::date + day, id, 1
       FROM generate_series(0, 2499) day, (SELECT id FROM pathology WHERE name = 'Malaria') p`,
    );
    const { code, output } = await runCheckCounts(platform.database);
    expect(code).toBe(1);
    const lines = output.trim().split('\n');
    expect(lines.pop()).toContain('Differences: 2,500:');
    expect(new Set(lines).size).toBe(2_500);
  });

  it('escapes control sequences of the terminal in names', async () => {
    await record('Homa "x"');
    // The platform refuses such a name; an older version might have recorded it.
    await platform.database.query(`UPDATE pathology SET name = E'Homa \\u001b[2J "x"' WHERE key = 'homax'`);
    await foldCounts(platform.database);
    await platform.database.query('UPDATE pathology_daily_count SET cases = 2');
    const { output } = await runCheckCounts(platform.database);
    expect(output).not.toContain('\u001b');
    expect(output).toContain('"Homa \\u001b[2J \\"x\\""');
  });

  it('finds no difference while the platform records and voids', async () => {
    let isRecording = true;
    const writers = Array.from({ length: 4 }, async () => {
      while (isRecording) {
        await record('Malaria');
        await voidOne(await record('Malaria'));
      }
    });
    const codes: number[] = [];
    for (let checks = 0; checks < 20; checks += 1) codes.push((await runCheckCounts(platform.database)).code);
    isRecording = false;
    await Promise.all(writers);
    expect(codes).toEqual(Array<number>(20).fill(0));
    expect((await runCheckCounts(platform.database)).output).not.toContain(' 0 consultations');
  });

  it('cannot change the database', async () => {
    await voidOne(await record('Malaria'));
    await platform.database.query(
      `CREATE FUNCTION writes() RETURNS bigint LANGUAGE sql AS $$
         UPDATE pathology_daily_count SET cases = cases; SELECT 0::bigint $$;
       ALTER TABLE consultation_void RENAME TO hidden;
       CREATE VIEW consultation_void AS SELECT * FROM hidden WHERE writes() = 0`,
    );
    await expect(runCheckCounts(platform.database)).rejects.toMatchObject({ code: '25006' });
  });

  it.each(['--help', '-h'])('prints the usage for %s without a database', async (option) => {
    const command = typeScriptCommand('src/modules/health/check-counts/check-counts.cli.ts', option);
    expect(await run(command, { cwd: tmpdir() })).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Usage: npm run check:counts\n[^]*Exit code 0: .*\n$/) as unknown,
      stderr: '',
    });
  });

  it('refuses an unknown argument', async () => {
    await expect(runCheckCounts(platform.database, '--fix')).rejects.toThrow('Unknown argument --fix.');
  });
});
