import { parseDate } from '../../../src/integrations/imports/values/parse-date';
import { parseWholeNumber } from '../../../src/integrations/imports/values/parse-number';

describe('parseDate', () => {
  const parse = (text: string, rules = {}) => {
    const result = parseDate(text, rules);
    return 'value' in result ? result.value.toISOString() : result.problem;
  };

  it.each([
    ['2026-03-14', '2026-03-14T12:00:00.000Z'],
    ['2026/3/4', '2026-03-04T12:00:00.000Z'],
    ['14/03/2026', '2026-03-14T12:00:00.000Z'],
    ['14.03.2026', '2026-03-14T12:00:00.000Z'],
    ['14-03-2026', '2026-03-14T12:00:00.000Z'],
    ['3/14/2026', '2026-03-14T12:00:00.000Z'],
    ['03/03/2026', '2026-03-03T12:00:00.000Z'],
    ['29/02/2024', '2024-02-29T12:00:00.000Z'],
    ['2026-03-14 09:30', '2026-03-14T09:30:00.000Z'],
    ['14/03/2026 9:30', '2026-03-14T09:30:00.000Z'],
    ['14/03/2026 09:30:15', '2026-03-14T09:30:15.000Z'],
    ['2026-03-14T09:30:00Z', '2026-03-14T09:30:00.000Z'],
    ['2026-03-14T09:30:00.123456z', '2026-03-14T09:30:00.123Z'],
    ['2026-03-14T00:30:00+03:00', '2026-03-13T21:30:00.000Z'],
    ['2026-03-14 23:30-0100', '2026-03-15T00:30:00.000Z'],
    ['  2026-03-14\u00a009:30 ', '2026-03-14T09:30:00.000Z'],
  ])('parses %s as %s', (text, timestamp) => {
    expect(parse(text)).toBe(timestamp);
  });

  it.each([
    ['03/04/2026', 'can be day 3 of month 4 or day 4 of month 3'],
    ['03.04.2026', '--date-order'],
    ['3-4-2026 10:00', '--date-order'],
    ['14/03/26', 'four digits'],
    ['26-03-14', 'four digits'],
    ['46095', 'is a number, perhaps a spreadsheet'],
    ['46095.3958', 'is a number, perhaps a spreadsheet'],
    ['46095,3958', 'is a number, perhaps a spreadsheet'],
    ['31/02/2026', 'there is no such day'],
    ['2026-02-29', 'there is no such day'],
    ['13/13/2026', 'there is no such day'],
    ['00/00/2026', 'there is no such day'],
    ['2026-03-14 24:00', 'there is no such time'],
    ['2026-03-14 09:60', 'there is no such time'],
    ['2026-03-14T09:30+19:00', 'there is no such offset'],
    ['14/03-2026', 'expected a date such as'],
    ['14 mars 2026', 'expected a date such as'],
    ['20260314', 'expected a date such as'],
    ['2026-03-14 9:30 PM', 'expected a date such as'],
    ['', 'must not be empty'],
  ])('refuses %s: %s', (text, problem) => {
    expect(parse(text)).toContain(problem);
  });

  it('uses the given order of day and month, and refuses dates that contradict it', () => {
    expect(parse('03/04/2026', { dateOrder: 'dmy' })).toBe('2026-04-03T12:00:00.000Z');
    expect(parse('03/04/2026', { dateOrder: 'mdy' })).toBe('2026-03-04T12:00:00.000Z');
    expect(parse('3/14/2026', { dateOrder: 'dmy' })).toBe('there is no such day with --date-order dmy');
    expect(parse('14/03/2026', { dateOrder: 'mdy' })).toBe('there is no such day with --date-order mdy');
    expect(parse('2026-03-04', { dateOrder: 'mdy' })).toBe('2026-03-04T12:00:00.000Z');
  });

  it('reads times in the given zone, and leaves days without a time unchanged', () => {
    const nairobi = { timeZone: 'Africa/Nairobi' };
    expect(parse('2026-03-14 01:30', nairobi)).toBe('2026-03-13T22:30:00.000Z');
    expect(parse('2026-03-14', nairobi)).toBe('2026-03-14T12:00:00.000Z');
    expect(parse('2026-03-14T01:30Z', nairobi)).toBe('2026-03-14T01:30:00.000Z');
  });

  it.each(['2026-03-14 00:00', '14/03/2026 0:00', '2026-03-14T00:00:00', '2026-03-14 00:00:00.000'])(
    'reads %s as a day without a time, in every zone',
    (text) => {
      for (const timeZone of [undefined, 'Africa/Nairobi', 'Atlantic/Cape_Verde']) {
        expect(parse(text, { timeZone })).toBe('2026-03-14T12:00:00.000Z');
      }
      expect(parse(`${text}Z`)).toBe('2026-03-14T00:00:00.000Z');
      expect(parse(`${text}+03:00`)).toBe('2026-03-13T21:00:00.000Z');
    },
  );

  it('refuses times that clocks showed twice or never', () => {
    const cairo = { timeZone: 'Africa/Cairo' };
    expect(parse('2024-07-01 12:00', cairo)).toBe('2024-07-01T09:00:00.000Z');
    expect(parse('2024-01-01 12:00', cairo)).toBe('2024-01-01T10:00:00.000Z');
    expect(parse('2024-04-26 00:30', cairo)).toBe('clocks in Africa/Cairo never showed this time');
    expect(parse('2024-04-26 01:30', cairo)).toBe('2024-04-25T22:30:00.000Z');
    expect(parse('2024-10-31 23:30', cairo)).toContain('showed this time twice');
    expect(parse('2024-10-31 22:30', cairo)).toBe('2024-10-31T19:30:00.000Z');
  });
});

describe('parseWholeNumber', () => {
  const parse = (text: string, mark?: ',' | '.') => {
    const result = parseWholeNumber(text, mark);
    return 'value' in result ? result.value : result.problem;
  };

  it.each([
    ['1200', 1200],
    [' 12 ', 12],
    ['007', 7],
    ['1 200', 1200],
    ['1\u00a0200', 1200],
    ['1\u202f200', 1200],
    ['1\u2009200,0', 1200],
    ['1 200,00', 1200],
    ['1.200,0', 1200],
    ['1,200.0', 1200],
    ['12,0', 12],
    ['12.00', 12],
    ['1200,000', 1200],
    ['1.000.000', 1_000_000],
    ['1 000 000', 1_000_000],
  ])('parses %s as %d', (text, number) => {
    expect(parse(text)).toBe(number);
  });

  it.each([
    ['12,5', 'expected a whole number, and 12,5 is not one'],
    ['12.5', 'expected a whole number, and 12.5 is not one'],
    ['1 200,5', 'is not one'],
    ['1.200', 'can be 1200 or 1.200: give --decimal-comma or --decimal-point'],
    ['1,200', 'can be 1200 or 1.200: give --decimal-comma or --decimal-point'],
    ['12,000', 'can be 12000 or 12.000'],
    ['1.200,5', 'is not one'],
    ['-5', 'expected a whole number such as'],
    ['1e3', 'expected a whole number such as'],
    ['0x10', 'expected a whole number such as'],
    ['12 boxes', 'expected a whole number such as'],
    ['1 20', 'expected a whole number such as'],
    ['1.20.300', 'expected a whole number such as'],
    ['1,2,3', 'expected a whole number such as'],
    ['1,200,0', 'expected a whole number such as'],
    ['', 'must not be empty'],
  ])('refuses %s: %s', (text, problem) => {
    expect(parse(text)).toContain(problem);
  });

  it.each([
    ['1.200', ',', 1200],
    ['1,200', '.', 1200],
    ['1.200', '.', 'is not one'],
    ['1,200', ',', 'is not one'],
    ['1,000', ',', 1],
    ['1.200.300', '.', 'expected a whole number'],
    ['1.200,0', '.', 'expected a whole number'],
    ['12,0', '.', 'expected a whole number'],
  ] as const)('parses %s with the decimal mark "%s" as %s', (text, mark, expected) => {
    const result = parse(text, mark);
    if (typeof expected === 'number') expect(result).toBe(expected);
    else expect(result).toContain(expected);
  });
});
