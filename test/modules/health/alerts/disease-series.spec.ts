import { oneCaseCodes } from '../../../../src/modules/health/alerts/notifiable-diseases';
import { DISEASE_SERIES, findSeries } from '../../../../src/modules/health/alerts/disease-series';
import { AlertsSuite, thisWeek } from './alerts-suite';

const USUAL = [1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1];

describe('series of several codes', () => {
  const here = new AlertsSuite();

  it('find an outbreak that is spread over codes, none of which has enough cases alone', async () => {
    await here.insertWeeks('Meningitis', 'NE', [...USUAL, 3]);
    await here.insertWeeks('Bacterial meningitis', 'NE', [2]);
    await here.insertWeeks('Meningococcal meningitis', 'NE', [2]);
    const { alerts } = await here.findAlerts(await here.ministry('NE'));
    const expected = {
      country: 'NE',
      week: thisWeek.name,
      count: 7,
      pathology: 'Meningitis',
      icd10: 'G03.9',
      series: {
        name: 'Suspected meningitis',
        members: [
          { pathology: 'Meningitis', icd10: 'G03.9', count: 3 },
          { pathology: 'Bacterial meningitis', icd10: 'G00.9', count: 2 },
          { pathology: 'Meningococcal meningitis', icd10: 'A39.0', count: 2 },
        ],
      },
    };
    expect(alerts.map(({ rule }) => rule)).toEqual(['ears-c2']);
    for (const alert of alerts) expect(alert).toMatchObject(expected);
  });

  it('have the pathology of a member with cases in the week, also if another has more in all weeks', async () => {
    await here.insertWeeks('Meningitis', 'ML', [...USUAL, 0]);
    await here.insertWeeks('Bacterial meningitis', 'ML', [7]);
    const { alerts } = await here.findAlerts(await here.ministry('ML'));
    const member = { pathology: 'Bacterial meningitis', icd10: 'G00.9', count: 7 };
    expect(alerts).toMatchObject([
      { ...member, series: { name: 'Suspected meningitis', members: [member] } },
    ]);
  });

  it('leave the limit of a member as it is', async () => {
    await here.insertWeeks('Meningitis', 'NE', [...USUAL, 1]);
    await here.insertWeeks('Meningococcal meningitis', 'NE', [5]);
    const { alerts } = await here.findAlerts(await here.ministry('NE'));
    expect(
      alerts.map(({ rule, pathology, count, series }) => [rule, pathology, count, series?.name]),
    ).toEqual([
      ['notifiable', 'Meningococcal meningitis', 5, undefined],
      ['ears-c2', 'Meningitis', 6, 'Suspected meningitis'],
    ]);
  });

  it('have one alert for each rule and week, not one for each code', async () => {
    await here.insertOutbreak('Malaria', ['KE']);
    await here.insertOutbreak('Plasmodium falciparum malaria', ['KE']);
    const { alerts } = await here.findAlerts(await here.ministry('KE'));
    expect(alerts.map(({ rule, count, series }) => [rule, count, series?.name])).toEqual([
      ['ears-c2', 80, 'Malaria, all forms'],
    ]);
  });

  it('are no alert if the cases only move from one code to another', async () => {
    await here.insertWeeks('Malaria', 'KE', [...Array<number>(12).fill(30), 0]);
    await here.insertWeeks('Plasmodium falciparum malaria', 'KE', [...Array<number>(12).fill(0), 30]);
    expect((await here.findAlerts(await here.ministry('KE'))).alerts).toEqual([]);
  });

  it('leave other diseases, and a disease with one code, as they are', async () => {
    await here.insertOutbreak('Hepatitis A', ['SN']);
    await here.insertOutbreak('Hepatitis E', ['SN']);
    await here.insertOutbreak('Malaria', ['SN']);
    const { alerts } = await here.findAlerts(await here.ministry('SN'));
    expect(alerts.map(({ pathology, series }) => [pathology, series]).sort()).toEqual([
      ['Hepatitis A', undefined],
      ['Hepatitis E', undefined],
      ['Malaria', undefined],
    ]);
  });

  it('are counted for each country, and shown to its ministry only', async () => {
    await here.insertWeeks('Meningitis', 'NE', [...USUAL, 3]);
    await here.insertWeeks('Bacterial meningitis', 'BF', [...USUAL, 3]);
    for (const country of ['NE', 'BF'])
      expect((await here.findAlerts(await here.ministry(country))).alerts).toEqual([]);
    await here.insertWeeks('Bacterial meningitis', 'NE', [3]);
    expect((await here.findAlerts(await here.ministry('BF'))).alerts).toEqual([]);
    expect((await here.findAlerts(await here.ministry('NE'))).alerts).not.toEqual([]);
  });

  it('are stored with the alerts of all countries', async () => {
    await here.insertWeeks('Meningitis', 'NE', [...USUAL, 4]);
    await here.insertWeeks('Bacterial meningitis', 'NE', [4]);
    const everywhere = await here.ministry('*');
    for (let call = 0; call < 2; call += 1) {
      const { alerts } = await here.findAlerts(everywhere);
      expect(alerts[0]?.series?.members.map(({ count }) => count)).toEqual([4, 4]);
    }
  });
});

describe('the list of series', () => {
  it.each(DISEASE_SERIES)('has the rules of one of its own codes: $name', ({ name, catalogue, rulesOf }) => {
    expect(catalogue).toContain(rulesOf);
    for (const code of catalogue) expect(findSeries(code)?.name).toBe(name);
    for (const code of oneCaseCodes) expect(findSeries(code)?.name).not.toBe(name);
  });
});
