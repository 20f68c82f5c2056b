import { type Alert, storedAlert } from '../../../../src/modules/health/alerts/alert';
import { alertsContract } from '../../../../src/modules/health/alerts/alerts.contract';
import { translateAlerts } from '../../../../src/modules/health/names/translate-names';

const { output, example } = alertsContract.alerts;
const [alert] = output.parse(example.output).data.alerts;

/** An alert on the sum of two pathologies, one of which is the country's own. */
const MALARIA: Alert = storedAlert.parse({
  ...alert,
  pathologyKey: 'severemalaria',
  pathology: 'Severe malaria',
  series: {
    name: 'Malaria, all forms',
    members: [
      { pathologyKey: 'severemalaria', pathology: 'Severe malaria', icd10: 'B50.8', count: 20 },
      { pathologyKey: 'swampfever', pathology: 'Swamp fever', icd10: null, count: 11 },
    ],
  },
});

describe('translateAlerts', () => {
  it('translates the names of an alert, of its sum and of the members of the sum', async () => {
    const translation = expect.any(String) as unknown;
    expect(await translateAlerts([MALARIA], 'pt')).toEqual([
      {
        ...MALARIA,
        pathology: 'Malária grave',
        englishName: 'Severe malaria',
        translation,
        series: {
          name: 'Malária, todas as formas',
          englishName: 'Malaria, all forms',
          translation,
          members: [
            {
              pathologyKey: 'severemalaria',
              pathology: 'Malária grave',
              englishName: 'Severe malaria',
              translation,
              icd10: 'B50.8',
              count: 20,
            },
            { pathologyKey: 'swampfever', pathology: 'Swamp fever', icd10: null, count: 11 },
          ],
        },
      },
    ]);
  });

  it('changes nothing in English', async () => {
    const alerts = [MALARIA];
    expect(await translateAlerts(alerts, 'en')).toBe(alerts);
  });
});
