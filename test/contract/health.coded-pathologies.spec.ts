import { payload } from '../support/plain-caller';
import { CONSULTATION } from './consultations';
import { StatisticsSuite } from './statistics-suite';

const MONTH = CONSULTATION.consultationDate.slice(0, 7);

describe('statistics of pathologies that countries have by a code', () => {
  const here = new StatisticsSuite();

  const record = async (country: string, input: object) =>
    payload(await (await here.doctor(country)).post('consultations.record', { ...CONSULTATION, ...input }));
  const coded = (display: string) => ({ pathologyCode: 'icd10:V10.3', pathologyName: display });

  beforeAll(async () => {
    for (const country of ['GH', 'GH']) await record(country, coded('Chute'));
    for (const country of ['SN', 'SN', 'SN']) await record(country, coded('Fall'));
    await record('UG', { pathologyName: 'V10.3 Fall' });
  });

  it.each([
    ['the listed name', 'V10.3 Chute'],
    ['the code', 'V10.3'],
  ])('are the same in the list, the trend and the countries: by %s', async (_kind, name) => {
    const ministry = await here.ministry('*');
    expect(await here.query(ministry, 'health.pathologies', { period: MONTH })).toMatchObject([
      { name: 'V10.3 Chute', count: 5 },
      { name: 'V10.3 Fall', count: 1 },
    ]);
    const trend = { pathologies: [name], from: MONTH, to: MONTH };
    expect(await here.query(ministry, 'health.pathologyTrend', trend)).toMatchObject({
      series: [{ name: 'V10.3 Chute', counts: [5] }],
    });
    const countries = { period: MONTH, pathology: name };
    expect(await here.query(ministry, 'health.countryBreakdown', countries)).toMatchObject([
      { country: 'SN', count: 3 },
      { country: 'GH', count: 2 },
    ]);
  });

  it('are listed by the code if the country has the name for another pathology', async () => {
    const display = { pathologyCode: 'icd10:Q93.5', pathologyName: 'Angelman syndrome' };
    for (const name of ['Q93.5 Angelman syndrome', 'Q93.5 ANGELMAN syndrome'])
      await record('RW', { pathologyName: name });
    const [first, ...others] = [await record('RW', display), await record('RW', display)];
    for (const recorded of [first, ...others])
      expect(recorded).toMatchObject({ data: { pathologyName: 'Q93.5' } });
    await record('RW', { pathologyCode: 'icd10:Q97', pathologyName: '1' });
    await record('RW', { pathologyCode: 'icd10:Q97.1', pathologyName: 'Something else' });
    const ministry = await here.ministry('RW');
    const listed = [
      { name: 'Q93.5', count: 2 },
      { name: 'Q93.5 Angelman syndrome', count: 2 },
      { name: 'Q97', count: 1 },
      { name: 'Q97.1 Something else', count: 1 },
    ];
    expect(await here.query(ministry, 'health.pathologies', { period: MONTH })).toMatchObject(listed);
    const names = listed.map(({ name }) => name);
    const trend = { pathologies: names, from: MONTH, to: MONTH };
    expect(await here.query(ministry, 'health.pathologyTrend', trend)).toMatchObject({
      series: listed.map(({ name, count }) => ({ name, counts: [count] })),
    });
    const found = await here.query(ministry, 'health.searchPathologies', { search: 'q93.5' });
    expect(found).toMatchObject([{ name: 'Q93.5' }, { name: 'Q93.5 Angelman syndrome' }]);
  });

  it('are apart from a name that another country uses for something else', async () => {
    const countries = { period: MONTH, pathology: 'V10.3 Fall' };
    const breakdown = (country: string) =>
      here.ministry(country).then((caller) => here.query(caller, 'health.countryBreakdown', countries));
    expect(await breakdown('*')).toMatchObject([{ country: 'UG', count: 1 }]);
    expect(await breakdown('SN')).toMatchObject([{ country: 'SN', count: 3 }]);
  });
});
