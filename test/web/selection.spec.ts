import { parsePeriod } from '../../src/shared/period';
import {
  type SelectionOptions,
  addPathology,
  convertPeriod,
  filterPathologies,
  formatSelectionQuery,
  getTrendStep,
  lineSlots,
  parseSelection,
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
    '?period=2026-03&pathologies=Cholera&lines=KE&lines=UG&years=3&by=week&show=rates',
    '?period=2026-03&pathologies=Cholera&pathologies=Malaria&slots=65&from=2024-02&to=2025-07',
    '?period=2026-03&from=1901-01&to=1901-12',
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

  it.each(['1900', '1900-12', '1901-W01', '2999-01'])(
    'shows the default in place of a period before 1901 or in the future, and reports it: %s',
    (name) => {
      const { selection, invalid } = parseSelection(`?period=${name}`, DEFAULTS);
      expect([selection.period.name, invalid]).toEqual(['2026-03', [`period=${name}`]]);
    },
  );

  it.each([
    ['from=2025-07&to=2024-02', ['from=2025-07', 'to=2024-02']],
    ['from=2025-07', ['from=2025-07']],
    ['to=2025-07', ['to=2025-07']],
    ['from=2024-W02&to=2025-07', ['from=2024-W02', 'to=2025-07']],
    ['from=2024-02&to=2999-01', ['from=2024-02', 'to=2999-01']],
    ['from=1900-12&to=1901-12', ['from=1900-12', 'to=1901-12']],
    ['from=2010-01&to=2025-01', ['from=2010-01', 'to=2025-01']],
    ['pathologies=Cholera&slots=7', ['slots=7']],
  ])('ignores and reports an invalid range or slot: %s', (query, expected) => {
    const { selection, invalid } = parseSelection(`?period=2026-03&${query}`, DEFAULTS);
    expect(invalid).toEqual(expected);
    expect([selection.range, selection.slots]).toEqual([null, []]);
  });

  it('frees the slot of a removed pathology without moving the others', () => {
    const url = '?period=2026-03&pathologies=Cholera&pathologies=Malaria&pathologies=Measles&slots=652';
    const { selection } = parseSelection(url, DEFAULTS);
    const shown = selection.pathologies ?? [];
    const rest = { ...selection, ...filterPathologies(selection, shown, (id) => id !== 'Malaria') };
    expect([rest.pathologies, lineSlots(rest, [])]).toEqual([
      ['Cholera', 'Measles'],
      [5, 1],
    ]);
    const more = { ...rest, ...addPathology(rest, rest.pathologies, 'Malaria') };
    expect(lineSlots(more, []).slice(0, 2)).toEqual([5, 1]);
    const full = ['A', 'B', 'C', 'D', 'E', 'F'];
    const six = { ...selection, pathologies: full, slots: [0, 1, 2, 3, 4, 5] };
    const seventh = addPathology(six, full, 'G');
    expect([seventh.pathologies, seventh.slots]).toEqual([
      ['B', 'C', 'D', 'E', 'F', 'G'],
      [1, 2, 3, 4, 5],
    ]);
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
