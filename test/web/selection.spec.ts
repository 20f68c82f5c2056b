import { parsePeriod } from '../../src/shared/calendar';
import { type Defaults, addressOf, counterpart, readSelection, stepOf } from '../../web/dashboard/selection';

function period(name: string) {
  const found = parsePeriod(name);
  if (!found) throw new Error(`No period ${name}`);
  return found;
}

const DEFAULTS: Defaults = { period: period('2026-03'), countries: ['KE', 'UG'], all: true };

describe('what the dashboard shows', () => {
  it.each([
    '?period=2026-03',
    '?period=2026-W11&country=KE&pathologies=Malaria&pathologies=Yellow+fever&map=Cholera&by=month&lang=ar',
    '?period=2026-Q1&pathologies=',
  ])('stands in its address: %s', (address) => {
    const { selection, unread } = readSelection(address, DEFAULTS);
    expect(unread).toEqual([]);
    expect(addressOf(selection, DEFAULTS)).toBe(address);
  });

  it('names what an address has that cannot be read, and leaves it out', () => {
    const { selection, unread } = readSelection('?period=2026-13&country=XX&by=day&lang=sw', DEFAULTS);
    expect(unread).toEqual(['period=2026-13', 'country=XX', 'by=day']);
    expect(addressOf(selection, DEFAULTS)).toBe('?period=2026-03&lang=sw');
  });

  it('is a trend by week for a week and by month for all else, unless somebody chose', () => {
    const { selection } = readSelection('?period=2026-03', DEFAULTS);
    const week = { ...selection, period: counterpart('week', selection.period) };
    expect(stepOf(week)).toBe('week');
    const monthAgain = { ...week, period: counterpart('month', week.period) };
    expect([stepOf(monthAgain), addressOf(monthAgain, DEFAULTS)]).toEqual(['month', '?period=2026-04']);
    expect(stepOf({ ...monthAgain, step: 'week' })).toBe('week');
    expect(stepOf({ ...week, step: 'month' })).toBe('month');
  });
});
