import { z } from 'zod';
import { badRequest, failure } from '../support/plain-caller';
import { StatisticsSuite } from './statistics-suite';

const SEARCH = 'health.searchPathologies';

describe('health.searchPathologies', () => {
  const here = new StatisticsSuite();

  beforeAll(async () => {
    await here.recordCases(
      'KE',
      ['Paludisme', '2023-05-06'],
      ['Malaria', '2024-05-06'],
      ['Fever of Kisumu', '2024-05-06'],
      ['Fever of 100% of Kisumu', '2024-05-06'],
      ['Fever of 100% of Kisumu', '2024-05-07'],
    );
    await here.recordCases('TZ', ['Fever of Tanga', '2024-05-06'], ['fever of kisumu', '2024-05-06']);
  });

  const search = async (country: string, input: object) =>
    here.query(await here.ministry(country), SEARCH, input);

  it('finds a pathology by parts of any of its names, with its cases of all years', async () => {
    for (const part of ['PALUD', 'palu', 'Mala'])
      expect(await search('KE', { search: part, limit: 1 })).toStrictEqual([
        { name: 'Malaria', icd10: 'B54', cases: 2 },
      ]);
    expect(await search('GH', { search: 'palud', limit: 1 })).toStrictEqual([
      { name: 'Malaria', icd10: 'B54', cases: 0 },
    ]);
  });

  it.each([
    ['Swahili', 'kipindu'],
    ['Arabic', 'كولير'],
    ['Portuguese', 'colera'],
  ])('finds a pathology of the catalogue by a part of its name in %s', async (_language, part) => {
    expect(await search('KE', { search: part, limit: 1 })).toStrictEqual([
      { name: 'Cholera', icd10: 'A00.9', cases: 0 },
    ]);
    expect(await search('KE', { search: `${part} zzz` })).toStrictEqual([]);
  });

  it('lists those with cases first, most first, then those that only the catalogue has', async () => {
    const own = [
      { name: 'Fever of 100% of Kisumu', icd10: null, cases: 2 },
      { name: 'Fever of Kisumu', icd10: null, cases: 1 },
    ];
    expect(await search('KE', { search: 'kisumu of' })).toStrictEqual(own);
    const fevers = z
      .array(z.object({ cases: z.int() }).loose())
      .parse(await search('KE', { search: 'fever', limit: 100 }));
    expect(fevers).toEqual([...own, ...fevers.slice(2).map((each) => ({ ...each, cases: 0 }))]);
    expect(fevers).toContainEqual({ name: 'Typhoid fever', icd10: 'A01.0', cases: 0 });
  });

  it('shows a country’s own pathologies to that country and to accounts of all countries only', async () => {
    const tanga = { name: 'Fever of Tanga', icd10: null, cases: 1 };
    expect(await search('TZ', { search: 'tanga' })).toStrictEqual([tanga]);
    expect(await search('*', { search: 'tanga' })).toStrictEqual([tanga]);
    expect(await search('*', { search: 'tanga', country: 'TZ' })).toStrictEqual([tanga]);
    expect(await search('*', { search: 'tanga', country: 'KE' })).toStrictEqual([]);
    expect(await search('KE', { search: 'tanga' })).toStrictEqual([]);
    expect(await search('*', { search: 'of kisumu', limit: 1 })).toMatchObject([{ cases: 2 }]);
  });

  it('reads no pattern from the text', async () => {
    for (const text of ['%', '_____', '\\', 'fe%er'])
      expect(await search('KE', { search: text })).toStrictEqual([]);
    expect(await search('KE', { search: '100%' })).toMatchObject([{ cases: 2 }]);
  });

  it.each([
    [{}, 'search: required, expected string'],
    [{ search: ' ' }, 'search: must not be empty'],
    [{ search: 'malaria', limit: 101 }, 'limit: expected a whole number from 1 to 100'],
  ])('refuses %j', async (input, message) => {
    expect(failure(await (await here.ministry('KE')).get(SEARCH, input))).toStrictEqual(badRequest(message));
  });
});
