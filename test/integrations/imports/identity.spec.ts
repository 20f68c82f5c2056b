import { ImportRun } from './import-run';

const HEADER = 'patient,pathology,date,country';
const MALARIA = 'P-1,Malaria,2026-03-14,KE';
const MEASLES = 'P-2,Measles,2026-03-15,KE';

describe('a line that is imported', () => {
  let run: ImportRun;

  beforeEach(async () => {
    run = await ImportRun.begin();
  });

  afterEach(async () => {
    await run.end();
  });

  const consultations = async (name: string, ...args: readonly string[]) => {
    const { code, stdout } = await run.import('consultations', run.path(name), ...args);
    const [, ...numbers] =
      /: ([\d,]+) (?:would be )?recorded, ([\d,]+) already recorded, ([\d,]+) refused/.exec(stdout) ?? [];
    return [code, ...numbers.map((number) => Number(number.replace(',', '')))];
  };
  const patients = async () => (await run.consultations()).map(({ patient }) => patient);

  describe('without an id of its own', () => {
    it('counts once for each time that its file has it, however often the file is imported', async () => {
      await run.write('c.csv', [HEADER, MALARIA, MEASLES, MALARIA]);
      expect(await consultations('c.csv')).toEqual([0, 3, 0, 0]);
      const before = await run.sizes();
      expect(await consultations('c.csv')).toEqual([0, 0, 3, 0]);
      expect(await run.sizes()).toEqual(before);
      expect(await patients()).toEqual(['P-1', 'P-1', 'P-2']);
    });

    it('adds what is new where a file has grown or was corrected', async () => {
      await run.write('c.csv', [HEADER, MALARIA, 'P-2,Measles,15/03/26,KE']);
      expect(await consultations('c.csv')).toEqual([2, 1, 0, 1]);
      await run.write('c.csv', [HEADER, MEASLES, MALARIA, MALARIA]);
      expect(await consultations('c.csv', '--cumulative')).toEqual([0, 2, 1, 0]);
      expect(await patients()).toEqual(['P-1', 'P-1', 'P-2']);
    });

    it('is the same in another order, delimiter, spelling of dates and letters', async () => {
      await run.write('c.csv', [HEADER, MALARIA, MEASLES]);
      expect(await consultations('c.csv', '--source', 'clinic')).toEqual([0, 2, 0, 0]);
      await run.write(
        'd.csv',
        '\uFEFFdate;PATIENT;country;pathology\r\n15/03/2026;P-2;KEN;MEASLES\r\n14.03.2026; P-1 ;ke;malaria',
      );
      expect(await consultations('d.csv', '--source', 'clinic', '--cumulative')).toEqual([0, 0, 2, 0]);
    });

    it('is the same where a column for the ATC code was added: it counts nothing twice', async () => {
      const sale = 'KE,Paracetamol,10,2026-03-14';
      await run.write('s.csv', ['country,medication,units,date', sale, sale]);
      await run.write('coded.csv', [
        'country,medication,units,date,ATC',
        `${sale},N02BE01`,
        `${sale},`,
        `${sale},N02BE01`,
      ]);
      const args = ['--source', 'pharmacy'];
      expect(await run.import('sales', run.path('s.csv'), ...args)).toMatchObject({ code: 0 });
      expect((await run.import('sales', run.path('coded.csv'), ...args, '--cumulative')).stdout).toContain(
        '1 recorded, 2 already recorded, 0 refused',
      );
      expect(await run.sales()).toHaveLength(3);
    });

    it('is counted over all batches of a file', async () => {
      const lines = Array.from({ length: 25_000 }, (_none, index) =>
        index % 5_000 === 0 ? MALARIA : `P-${index},Measles,2026-03-14,KE`,
      );
      await run.write('c.csv', [HEADER, ...lines]);
      expect(await consultations('c.csv', '--dry-run')).toEqual([0, 25_000, 0, 0]);
      expect(await consultations('c.csv')).toEqual([0, 25_000, 0, 0]);
      expect(await consultations('c.csv')).toEqual([0, 0, 25_000, 0]);
      expect((await patients()).filter((patient) => patient === 'P-1')).toHaveLength(6);
    });
  });

  describe('with an id of its own', () => {
    const WITH_ID = `${HEADER},externalId`;

    it('is recorded once, and refused where the id stands for other content', async () => {
      await run.write('c.csv', [
        WITH_ID,
        `${MALARIA},7`,
        `${MALARIA},8`,
        `${MALARIA},7`,
        `${MEASLES},8`,
        `${MALARIA},`,
        `${MALARIA},`,
      ]);
      for (const dryRun of [['--dry-run'], []]) {
        expect(await consultations('c.csv', ...dryRun)).toEqual([2, 4, 1, 1]);
        expect(await run.refusals('c.refused.csv')).toMatchObject([
          { line: 5, cells: ['P-2', 'Measles', '2026-03-15', 'KE', '8'] },
        ]);
      }
      await run.write('d.csv', [WITH_ID, `${MEASLES},7`, `${MEASLES},9`]);
      for (const dryRun of [['--dry-run'], []]) {
        expect(await consultations('d.csv', '--source', 'c.csv', ...dryRun)).toEqual([2, 1, 0, 1]);
        expect(await run.refusals('d.refused.csv')).toMatchObject([
          { line: 2, reasons: expect.stringContaining('with other content') as unknown },
        ]);
      }
      expect(await consultations('d.csv', '--source', 'c.csv')).toEqual([2, 0, 1, 1]);
      expect(await run.sizes()).toMatchObject({ consultation: 5, consultation_claim: 5 });
    });

    it('is found again in another batch of its file, also by a dry run', async () => {
      const lines = Array.from(
        { length: 10_500 },
        (_none, index) => `P-${index},Measles,2026-03-14,KE,${index}`,
      );
      await run.write('c.csv', [
        WITH_ID,
        ...lines,
        `P-1,Measles,2026-03-14,KE,1`,
        `P-2,Measles,2026-03-14,KE,3`,
      ]);
      for (const dryRun of [['--dry-run'], []]) {
        expect(await consultations('c.csv', ...dryRun)).toEqual([2, 10_500, 1, 1]);
        expect(await run.refusals('c.refused.csv')).toMatchObject([{ line: 10_503 }]);
      }
    });
  });

  describe('belongs to a source', () => {
    it('as which nobody can sign in, see or do anything', async () => {
      await run.write('c.csv', [HEADER, MALARIA]);
      await consultations('c.csv');
      expect(await run.database.query('SELECT issuer, subject, name, role, country FROM account')).toEqual([
        { issuer: 'import', subject: 'ccsv', name: 'c.csv', role: 'user', country: null },
      ]);
      expect(
        await run.database.query('SELECT FROM consultation c JOIN account a ON a.id = c.recorded_by'),
      ).toHaveLength(1);
    });

    it('and sales are none of its consultations', async () => {
      await run.write('c.csv', ['id externo,patient,pathology,date,country', 'x,P-1,Malaria,2026-03-14,KE']);
      await run.write('s.csv', [
        'id externo,medicamento,unidades,data,pais',
        'x,Paracetamol,3,2026-03-14,KE',
      ]);
      expect(await consultations('c.csv', '--source', 'north')).toEqual([0, 1, 0, 0]);
      expect(await run.import('sales', run.path('s.csv'), '--source', 'north')).toMatchObject({ code: 0 });
      expect(await run.sizes()).toMatchObject({
        account: 1,
        consultation_claim: 1,
        medication_sale_claim: 1,
      });
    });
  });

  it('becomes a pathology of its country where nobody knows its name, of the catalogue where its synonym is', async () => {
    await run.write('c.csv', [
      HEADER,
      'P-1,Ziwa fever,2026-03-14,KE',
      'P-2,ZIWA FEVER,2026-03-14,KE',
      'P-3,Ziwa fever,2026-03-14,TZ',
      'P-4,paludisme,2026-03-14,TZ',
    ]);
    expect(await consultations('c.csv')).toEqual([0, 4, 0, 0]);
    expect(
      await run.database.query(`SELECT scope, name FROM pathology WHERE scope <> '*' ORDER BY scope`),
    ).toEqual([
      { scope: 'KE', name: 'Ziwa fever' },
      { scope: 'TZ', name: 'Ziwa fever' },
    ]);
    expect(await run.consultations()).toMatchObject([{}, {}, {}, { patient: 'P-4', name: 'Malaria' }]);
  });

  it('is neither recorded nor remembered by a dry run', async () => {
    await run.write('c.csv', [HEADER, MALARIA, 'P-2,Ziwa fever,2026-03-14,KE', 'P-3,Malaria,soon,KE']);
    const before = await run.sizes();
    const { code, stdout } = await run.import('consultations', run.path('c.csv'), '--dry-run');
    expect(code).toBe(2);
    expect(stdout).toContain('Dry run: nothing was recorded.');
    expect(stdout).toContain('2 would be recorded, 0 already recorded, 1 refused');
    expect(await run.refusals('c.refused.csv')).toMatchObject([{ line: 4 }]);
    expect(await run.sizes()).toEqual(before);
  });
});
