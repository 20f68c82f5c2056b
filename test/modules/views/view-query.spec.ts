import { viewQuerySchema } from '../../../src/modules/views/view-query';
import { parsePeriod } from '../../../src/shared/period';
import { type Selection, formatSelectionQuery, parseSelection } from '../../../web/dashboard/selection';

function periodNamed(name: string) {
  const period = parsePeriod(name);
  if (!period) throw new Error(`${name} is no period`);
  return period;
}

const OPTIONS = { period: periodNamed('2026-03'), countries: ['KE', 'UG', 'ZZ'], canSeeAllCountries: true };

/** Has every parameter of the address. */
const ALL: Selection = {
  period: periodNamed('2025-Q4'),
  country: 'KE',
  pathologies: ['Côte d’Ivoire fever & more', 'Malaria'],
  slots: [4, 2],
  mapPathology: 'Lake fever',
  lines: ['KE', 'UG'],
  years: 3,
  range: { from: periodNamed('2024-01'), to: periodNamed('2025-12') },
  step: 'week',
  rates: true,
  lang: 'ar',
};

describe('the query of a saved view', () => {
  it.each([
    ['with every parameter', ALL],
    ['without optional ones', { ...parseSelection('', OPTIONS).selection }],
    ['without lines in the trend', { ...ALL, pathologies: [], slots: [], lines: [] }],
    ['with six pathologies', { ...ALL, pathologies: ['A', 'B', 'C', 'D', 'E', 'F'], slots: [] }],
  ])('is accepted and means the same as the address of the dashboard, %s', (_name, selection) => {
    const query = viewQuerySchema.parse(formatSelectionQuery(selection, OPTIONS));
    expect(parseSelection(query, OPTIONS)).toEqual({ selection, invalid: [] });
  });

  it('has the parameters in one order', () => {
    expect(viewQuerySchema.parse('?show=rates&period=2026')).toBe('period=2026&show=rates');
  });
});
