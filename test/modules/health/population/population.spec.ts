import facts from '../../../../src/modules/health/population/population-of-africa.json';
import { findPopulation, per100000 } from '../../../../src/modules/health/population/population';

describe('the population of a country', () => {
  it('is that of the year, for each of the 54 African members of the United Nations', () => {
    expect(findPopulation('KE', 2015)).toStrictEqual({ people: 47088526, year: 2015 });
    expect(findPopulation('ZW', 2024)).toStrictEqual({ people: 16634373, year: 2024 });
    expect(Object.keys(facts.people)).toHaveLength(54);
    for (const country of Object.keys(facts.people))
      for (let year = 2015; year <= 2024; year += 1)
        expect(findPopulation(country, year)).toStrictEqual({ people: expect.any(Number) as number, year });
  });

  it('is that of the last known year for later years, and says so', () => {
    expect(findPopulation('KE', 2026)).toStrictEqual(findPopulation('KE', 2024));
  });

  it('is unknown before the first known year, in other countries and in all together', () => {
    expect(findPopulation('KE', 2014)).toBeNull();
    for (const country of ['ZZ', '*', 'FR', 'constructor']) expect(findPopulation(country, 2024)).toBeNull();
  });

  it('divides a count; a rate of an unknown population is null', () => {
    expect(per100000(150, { people: 3_000_000, year: 2024 })).toBe(5);
    expect(per100000(0, { people: 3_000_000, year: 2024 })).toBe(0);
    expect(per100000(150, null)).toBeNull();
  });
});
