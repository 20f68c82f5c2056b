import { MAX_OWN_NAMES } from '../../../src/shared/own-names';
import { countOwnNames, fillOwnNames } from '../../support/own-names';
import { ImportRun } from './import-run';

describe('imported names that the catalogue does not have', () => {
  const run = new ImportRun();

  beforeEach(() => run.begin());

  afterEach(() => run.end());

  it('are refused above the maximum of the country for pathologies, and the other lines are recorded', async () => {
    await fillOwnNames(run.database, 'pathology', { country: 'KE', room: 1 });
    await run.write('c.csv', [
      'Patient,Diagnosis,Date,Country',
      'P-1,Malaria,2026-03-14,KE',
      'P-2,New fever,2026-03-14,KE',
      'P-3,Newer fever,2026-03-14,KE',
      'P-4,own name 1,2026-03-14,KE',
      'P-5,Newer fever,2026-03-14,UG',
    ]);
    expect(await run.importConsultations('c.csv')).toEqual([2, 4, 0, 1]);
    const reason = `pathologyName: is new, and the country has ${MAX_OWN_NAMES} pathologies of its own already; send a name or code of the catalogue, or a name that the country has used before`;
    expect(await run.readRefusals('c.refused.csv')).toMatchObject([{ line: 4, reasons: reason }]);
    expect(await countOwnNames(run.database, 'pathology', 'KE')).toBe(MAX_OWN_NAMES);
    expect(await run.importConsultations('c.csv')).toEqual([2, 0, 4, 1]);
  });

  it('are refused above the maximum of the country for medications, and the other lines are recorded', async () => {
    await fillOwnNames(run.database, 'medication', { country: 'KE' });
    await run.write('s.csv', [
      'Medication,Quantity,Date,Country',
      'Paracetamol,20,2026-03-14,KE',
      'New tonic,20,2026-03-14,KE',
      'own name 2,20,2026-03-14,KE',
    ]);
    expect(await run.importAndCount('sales', 's.csv')).toEqual([2, 2, 0, 1]);
    const reason = `medicationName: is new, and the country has ${MAX_OWN_NAMES} medications of its own already; send a name of the catalogue, an ATC code, or a name that the country has used before`;
    expect(await run.readRefusals('s.refused.csv')).toMatchObject([{ line: 3, reasons: reason }]);
    expect(await countOwnNames(run.database, 'medication', 'KE')).toBe(MAX_OWN_NAMES);
  });
});
