import { joinSeries } from '../../../../src/modules/health/alerts/single-case-series';
import { storedCountry } from '../../../../src/shared/country';
import { parsePeriod, periodsBetween } from '../../../../src/shared/period';

describe('joinSeries', () => {
  const [first, last] = ['2026-W08', '2026-W11'].map((name) => parsePeriod(name));
  const weeks = first && last ? periodsBetween(first, last) : [];
  const country = storedCountry.parse('KE');
  const cholera = { country, pathologyKey: 'cholera', pathology: 'Cholera', icd10: 'A00.9' };

  it('replaces cached counts of the year before by late cases, and puts the evaluated weeks last', () => {
    const earlier = [{ ...cholera, counts: new Array<number>(52).fill(1) }];
    const recent = [{ ...cholera, counts: [0, 2, 0, 3] }];
    const late = [{ ...cholera, monday: parsePeriod('2026-W05')?.from ?? '', count: 6 }];
    const [series, ...others] = joinSeries({ earlier, recent, late }, weeks);
    expect(others).toEqual([]);
    expect(series?.counts).toHaveLength(56);
    expect(series?.counts.slice(-8)).toEqual([1, 6, 1, 1, 0, 2, 0, 3]);
    expect(series?.lateMondays).toEqual(new Set(['2026-01-26']));
  });

  it('fills a missing year or missing evaluated weeks with zeros, and leaves out diseases without cases', () => {
    const anthrax = { country, pathologyKey: 'anthrax', pathology: 'Anthrax', icd10: 'A22.9' };
    const earlier = [{ ...anthrax, counts: new Array<number>(52).fill(1) }];
    const late = [{ ...cholera, monday: '2026-02-09', count: 1 }];
    const [series, ...others] = joinSeries({ earlier, recent: [], late }, weeks);
    expect(others).toEqual([]);
    expect(series).toMatchObject(cholera);
    expect(series?.counts).toEqual([...new Array<number>(51).fill(0), 1, 0, 0, 0, 0]);
  });
});
