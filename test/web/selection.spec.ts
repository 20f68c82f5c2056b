import { parsePeriod } from '../../src/shared/period';
import {
  type SelectionOptions,
  formatSelectionQuery,
  convertPeriod,
  parseSelection,
  getTrendStep,
} from '../../web/dashboard/selection';

function period(name: string) {
  const found = parsePeriod(name);
  if (!found) throw new Error(`No period ${name}`);
  return found;
}

const DEFAULTS: SelectionOptions = {
  period: period('2026-03'),
  countries: ['KE', 'UG'],
  canSeeAllCountries: true,
};

describe('the selection of the dashboard', () => {
  it.each([
    '?period=2026-03',
    '?period=2026-W11&country=KE&pathologies=Malaria&pathologies=Yellow+fever&map=Cholera&by=month&lang=ar',
    '?period=2026-Q1&pathologies=',
  ])('is parsed from its URL and written to the same URL: %s', (url) => {
    const { selection, invalid } = parseSelection(url, DEFAULTS);
    expect(invalid).toEqual([]);
    expect(formatSelectionQuery(selection, DEFAULTS)).toBe(url);
  });

  it('ignores and reports invalid parameters of the URL', () => {
    const { selection, invalid } = parseSelection('?period=2026-13&country=XX&by=day&lang=sw', DEFAULTS);
    expect(invalid).toEqual(['period=2026-13', 'country=XX', 'by=day']);
    expect(formatSelectionQuery(selection, DEFAULTS)).toBe('?period=2026-03&lang=sw');
  });

  it('has a weekly trend for a week and a monthly one otherwise, unless the step is selected', () => {
    const { selection } = parseSelection('?period=2026-03', DEFAULTS);
    const week = { ...selection, period: convertPeriod('week', selection.period) };
    expect(getTrendStep(week)).toBe('week');
    const monthAgain = { ...week, period: convertPeriod('month', week.period) };
    expect([getTrendStep(monthAgain), formatSelectionQuery(monthAgain, DEFAULTS)]).toEqual([
      'month',
      '?period=2026-04',
    ]);
    expect(getTrendStep({ ...monthAgain, step: 'week' })).toBe('week');
    expect(getTrendStep({ ...week, step: 'month' })).toBe('month');
  });
});
