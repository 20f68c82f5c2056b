import { contentDigest } from '../../../src/platform/database/content-digest';
import { HEADER, MALARIA, MEASLES } from './consultation-lines';
import { suiteImportRun } from './import-run';

/** Several batches of a file of some thousand lines. */
const BATCHES = ['--batch-lines', '500'];

describe('identity of imported lines', () => {
  const run = suiteImportRun();

  const loadPatients = async () => (await run.loadConsultations()).map(({ patient }) => patient);

  describe('without an externalId', () => {
    it('records equal lines as often as the file has them, also when imported again', async () => {
      await run.write('c.csv', [HEADER, MALARIA, MEASLES, MALARIA]);
      expect(await run.importConsultations('c.csv')).toEqual([0, 3, 0, 0]);
      const before = await run.countRows();
      expect(await run.importConsultations('c.csv')).toEqual([0, 0, 3, 0]);
      expect(await run.countRows()).toEqual(before);
      expect(await loadPatients()).toEqual(['P-1', 'P-1', 'P-2']);
    });

    it('records only the new lines of an extended or corrected file', async () => {
      await run.write('c.csv', [HEADER, MALARIA, 'P-2,Measles,15/03/26,KE']);
      expect(await run.importConsultations('c.csv')).toEqual([2, 1, 0, 1]);
      await run.write('c.csv', [HEADER, MEASLES, MALARIA, MALARIA]);
      expect(await run.importConsultations('c.csv', '--cumulative')).toEqual([0, 2, 1, 0]);
      expect(await loadPatients()).toEqual(['P-1', 'P-1', 'P-2']);
    });

    it('recognises lines in another order, delimiter, date format and case', async () => {
      await run.write('c.csv', [HEADER, MALARIA, MEASLES]);
      expect(await run.importConsultations('c.csv', '--source', 'clinic')).toEqual([0, 2, 0, 0]);
      await run.write(
        'd.csv',
        '\uFEFFdate;PATIENT;country;pathology\r\n15/03/2026;P-2;KEN;MEASLES\r\n14.03.2026; P-1 ;ke;malaria',
      );
      expect(await run.importConsultations('d.csv', '--source', 'clinic', '--cumulative')).toEqual([
        0, 0, 2, 0,
      ]);
    });

    it('recognises lines that an earlier release recorded, which did not distinguish signs of numbers', async () => {
      const lines = ['KE,Zolprin 2.5 mg,10,2026-03-14', 'KE,Zolprin 25 mg,10,2026-03-14'];
      await run.write('s.csv', ['country,medication,units,date', ...lines]);
      await run.import('sales', run.path('s.csv'), '--source', 'Clinic 1.2');
      const [{ at }] = await run.database.query<[{ at: Date }]>('SELECT sold_at AS at FROM medication_sale');
      const digest = contentDigest(['KE', 'zolprin25mg', null, at.toISOString(), 10]);
      const claims: unknown = await run.database.query(
        `SELECT a.subject, c.external_id FROM medication_sale_claim c JOIN account a ON a.id = c.account_id ORDER BY 2`,
      );
      expect(claims).toEqual(
        [1, 2].map((ordinal) => ({
          subject: 'clinic12',
          external_id: `${digest.replace('\\x', 'sha256:')}:${ordinal}`,
        })),
      );
      expect((await run.loadSales()).map(({ name }) => name).sort()).toEqual([
        'Zolprin 2.5 mg',
        'Zolprin 25 mg',
      ]);
    });

    it('recognises a patient’s number as an earlier release recorded it, in the form of the file', async () => {
      const sent = 'José-1'.normalize('NFD');
      await run.write('c.csv', [HEADER, `${sent},Malaria,2026-03-14,KE`]);
      expect(await run.importConsultations('c.csv')).toEqual([0, 1, 0, 0]);
      expect(await loadPatients()).toEqual(['José-1']);
      const [claim] = await run.database.query<[{ external_id: string; at: Date }]>(
        `SELECT k.external_id, c.consulted_at AS at FROM consultation_claim k JOIN consultation c ON c.id = k.consultation_id`,
      );
      const digest = contentDigest(['KE', 'malaria', sent, claim.at.toISOString()]);
      expect(claim.external_id).toBe(`${digest.replace('\\x', 'sha256:')}:1`);
    });

    it('recognises lines after a column for the ATC code was added', async () => {
      const sale = 'KE,Paracetamol,10,2026-03-14';
      await run.write('s.csv', ['country,medication,units,date', sale, sale]);
      const coded = [`${sale},N02BE01`, `${sale},`, `${sale},N02BE01`];
      await run.write('coded.csv', ['country,medication,units,date,ATC', ...coded]);
      const args = ['--source', 'pharmacy'];
      expect(await run.import('sales', run.path('s.csv'), ...args)).toMatchObject({ code: 0 });
      expect((await run.import('sales', run.path('coded.csv'), ...args, '--cumulative')).stdout).toContain(
        '1 recorded, 2 already recorded, 0 refused',
      );
      expect(await run.loadSales()).toHaveLength(3);
    });

    it('counts equal lines over all batches of a file', async () => {
      const lines = Array.from({ length: 2_500 }, (_none, index) =>
        index % 500 === 0 ? MALARIA : `P-${index},Measles,2026-03-14,KE`,
      );
      await run.write('c.csv', [HEADER, ...lines]);
      expect(await run.importConsultations('c.csv', ...BATCHES, '--dry-run')).toEqual([0, 2_500, 0, 0]);
      expect(await run.importConsultations('c.csv', ...BATCHES)).toEqual([0, 2_500, 0, 0]);
      expect(await run.importConsultations('c.csv', ...BATCHES)).toEqual([0, 0, 2_500, 0]);
      expect((await loadPatients()).filter((patient) => patient === 'P-1')).toHaveLength(6);
    });
  });

  describe('with an externalId', () => {
    const HEADER_WITH_ID = `${HEADER},externalId`;

    it('records a line once, and refuses its id with other content', async () => {
      const lines = [[MALARIA, 7], [MALARIA, 8], [MALARIA, 7], [MEASLES, 8], [MALARIA], [MALARIA]];
      await run.write('c.csv', [HEADER_WITH_ID, ...lines.map(([line, id = '']) => `${line},${id}`)]);
      for (const options of [['--dry-run'], []]) {
        expect(await run.importConsultations('c.csv', ...options)).toEqual([2, 4, 1, 1]);
        expect(await run.readRefusals('c.refused.csv')).toMatchObject([
          { line: 5, cells: ['P-2', 'Measles', '2026-03-15', 'KE', '8'] },
        ]);
      }
      await run.write('d.csv', [HEADER_WITH_ID, `${MEASLES},7`, `${MEASLES},9`]);
      for (const options of [['--dry-run'], []]) {
        expect(await run.importConsultations('d.csv', '--source', 'c.csv', ...options)).toEqual([2, 1, 0, 1]);
        expect(await run.readRefusals('d.refused.csv')).toMatchObject([
          { line: 2, reasons: expect.stringContaining('with other content') as unknown },
        ]);
      }
      expect(await run.importConsultations('d.csv', '--source', 'c.csv')).toEqual([2, 0, 1, 1]);
      expect(await run.countRows()).toMatchObject({ consultation: 5, consultation_claim: 5 });
    });

    it('recognises an id from another batch of the file, also in a dry run', async () => {
      const lineOf = (patient: number, id: number) => `P-${patient},Measles,2026-03-14,KE,${id}`;
      const lines = Array.from({ length: 1_050 }, (_none, index) => lineOf(index, index));
      await run.write('c.csv', [HEADER_WITH_ID, ...lines, lineOf(1, 1), lineOf(2, 3)]);
      for (const options of [['--dry-run'], []]) {
        expect(await run.importConsultations('c.csv', ...BATCHES, ...options)).toEqual([2, 1_050, 1, 1]);
        expect(await run.readRefusals('c.refused.csv')).toMatchObject([{ line: 1_053 }]);
      }
    });
  });

  describe('by source', () => {
    it('records lines with an import account, which has the role user and no country', async () => {
      await run.write('c.csv', [HEADER, MALARIA]);
      await run.importConsultations('c.csv');
      expect(await run.database.query('SELECT issuer, subject, name, role, country FROM account')).toEqual([
        { issuer: 'import', subject: 'ccsv', name: 'c.csv', role: 'user', country: null },
      ]);
      expect(
        await run.database.query('SELECT FROM consultation c JOIN account a ON a.id = c.recorded_by'),
      ).toHaveLength(1);
    });

    it('records the same id for a consultation and for a sale', async () => {
      await run.write('c.csv', ['id externo,patient,pathology,date,country', 'x,P-1,Malaria,2026-03-14,KE']);
      await run.write('s.csv', [
        'id externo,medicamento,unidades,data,pais',
        'x,Paracetamol,3,2026-03-14,KE',
      ]);
      expect(await run.importConsultations('c.csv', '--source', 'north')).toEqual([0, 1, 0, 0]);
      expect(await run.import('sales', run.path('s.csv'), '--source', 'north')).toMatchObject({ code: 0 });
      expect(await run.countRows()).toMatchObject({
        account: 1,
        consultation_claim: 1,
        medication_sale_claim: 1,
      });
    });
  });

  it('adds an unknown pathology to the line’s country, and finds a synonym in the catalogue', async () => {
    await run.write('c.csv', [
      HEADER,
      'P-1,Ziwa fever,2026-03-14,KE',
      'P-2,ZIWA FEVER,2026-03-14,KE',
      'P-3,Ziwa fever,2026-03-14,TZ',
      'P-4,paludisme,2026-03-14,TZ',
    ]);
    expect(await run.importConsultations('c.csv')).toEqual([0, 4, 0, 0]);
    expect(
      await run.database.query(`SELECT scope, name FROM pathology WHERE scope <> '*' ORDER BY scope`),
    ).toEqual([
      { scope: 'KE', name: 'Ziwa fever' },
      { scope: 'TZ', name: 'Ziwa fever' },
    ]);
    expect(await run.loadConsultations()).toMatchObject([{}, {}, {}, { patient: 'P-4', name: 'Malaria' }]);
  });

  it('writes nothing to the database in a dry run', async () => {
    await run.write('c.csv', [HEADER, MALARIA, 'P-2,Ziwa fever,2026-03-14,KE', 'P-3,Malaria,soon,KE']);
    const before = await run.countRows();
    const { code, stdout } = await run.import('consultations', run.path('c.csv'), '--dry-run');
    expect(code).toBe(2);
    expect(stdout).toContain('Dry run: nothing was recorded.');
    expect(stdout).toContain('2 would be recorded, 0 already recorded, 1 refused');
    expect(await run.readRefusals('c.refused.csv')).toMatchObject([{ line: 4 }]);
    expect(await run.countRows()).toEqual(before);
  });
});
