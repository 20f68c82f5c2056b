import { parsePeriod } from '../../src/shared/period';
import { LOCALES, type Locale } from '../../src/shared/locale';
import { type Formats, createFormats } from '../../web/shared/i18n/formats';
import { MAPPED_CODES } from '../../web/shared/african-countries';

/** Formats a value in every language, with plain spaces and without direction marks. */
function inEach(format: (formats: Formats) => string): Partial<Record<Locale, string>> {
  return Object.fromEntries(
    LOCALES.map((locale) => {
      const text = format(createFormats(locale, 'Africa/Nairobi'));
      return [locale, text.replace(/[\u2009\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '')];
    }),
  );
}

function period(name: string) {
  const found = parsePeriod(name);
  if (!found) throw new Error(`No period ${name}`);
  return found;
}

describe('createFormats', () => {
  it('formats numbers by the rules of each language, with Latin digits', () => {
    expect(inEach(({ number }) => number(1234567.84))).toEqual({
      en: '1,234,567.8',
      fr: '1 234 567,8',
      pt: '1 234 567,8',
      ar: '1,234,567.8',
      sw: '1,234,567.8',
    });
    expect(inEach(({ compactNumber }) => compactNumber(12_345))).toEqual({
      en: '12.3k',
      fr: '12,3 k',
      pt: '12,3 mil',
      ar: '12.3 ألف',
      sw: 'elfu 12.3',
    });
  });

  it('formats a change with its sign, and a percentage without', () => {
    expect(inEach(({ percentChange }) => percentChange(0.0421))).toEqual({
      en: '+4.2%',
      fr: '+4,2 %',
      pt: '+4,2%',
      ar: '+4.2%',
      sw: '+4.2%',
    });
    expect(inEach(({ percentChange }) => percentChange(-0.5))).toMatchObject({ en: '-50%', fr: '-50 %' });
    expect(inEach(({ percentChange }) => percentChange(0))).toMatchObject({ en: '0%', fr: '0 %' });
    expect(inEach(({ percent }) => percent(0.0421))).toMatchObject({ en: '4.2%', fr: '4,2 %' });
  });

  it('formats years, quarters, months and weeks', () => {
    const names = (name: string) => inEach((formats) => formats.period(period(name)));
    expect(names('2026')).toEqual({ en: '2026', fr: '2026', pt: '2026', ar: '2026', sw: '2026' });
    expect(names('2026-Q2')).toEqual({
      en: 'Q2 2026',
      fr: 'T2 2026',
      pt: 'T2 2026',
      ar: 'الربع الثاني 2026',
      sw: 'Robo ya 2, 2026',
    });
    expect(names('2026-03')).toEqual({
      en: 'March 2026',
      fr: 'mars 2026',
      pt: 'março de 2026',
      ar: 'مارس 2026',
      sw: 'Machi 2026',
    });
    expect(names('2026-W11')).toEqual({
      en: 'Week 11, 2026 (9 – 15 March)',
      fr: 'S11-2026 (9–15 mars)',
      pt: 'S11-2026 (9–15 de março)',
      ar: 'الأسبوع 11، 2026 (9–15 مارس)',
      sw: 'Wiki ya 11, 2026 (9 – 15 Machi)',
    });
  });

  it('contains both years if a week has days of two', () => {
    expect(inEach((formats) => formats.period(period('2026-W01')))).toMatchObject({
      en: 'Week 1, 2026 (29 December 2025 – 4 January 2026)',
      fr: 'S01-2026 (29 décembre 2025 – 4 janvier 2026)',
    });
  });

  it('formats periods in short', () => {
    const shortNames = (name: string) => inEach((formats) => formats.periodShort(period(name)));
    expect(shortNames('2026')).toMatchObject({ en: '2026', ar: '2026' });
    expect(shortNames('2026-Q2')).toMatchObject({
      en: 'Q2 2026',
      fr: 'T2 2026',
      ar: 'الربع 2، 2026',
      sw: 'R2 2026',
    });
    expect(shortNames('2026-03')).toMatchObject({ en: 'Mar 2026', pt: '03/2026', sw: 'Mac 2026' });
    expect(shortNames('2026-W01')).toMatchObject({ en: 'W01 2026', fr: 'S01-2026', ar: '01/2026' });
  });

  it('formats days in UTC, and times in the time zone of the user', () => {
    expect(inEach(({ day }) => day('2026-03-09'))).toEqual({
      en: '9 March 2026',
      fr: '9 mars 2026',
      pt: '9 de março de 2026',
      ar: '9 مارس 2026',
      sw: '9 Machi 2026',
    });
    expect(inEach(({ dateTime }) => dateTime(new Date('2026-03-08T22:05:00Z')))).toEqual({
      en: '9 March 2026 at 01:05 GMT+3',
      fr: '9 mars 2026 à 01:05 UTC+3',
      pt: '9 de março de 2026 às 01:05 GMT+3',
      ar: '9 مارس 2026 في 1:05 ص غرينتش+3',
      sw: '9 Machi 2026, 01:05 GMT +3',
    });
  });

  it('joins the items of a list', () => {
    expect(inEach(({ list }) => list(['Malaria', 'Cholera', 'Measles']))).toMatchObject({
      en: 'Malaria, Cholera and Measles',
      fr: 'Malaria, Cholera et Measles',
      sw: 'Malaria, Cholera na Measles',
    });
  });

  it.each(LOCALES)('returns a different name for every country of Africa in %s', (locale) => {
    const { country } = createFormats(locale);
    const names = MAPPED_CODES.map(country);
    expect(MAPPED_CODES.filter((code) => country(code) === code)).toEqual([]);
    expect(new Set([...names, country('ZZ')]).size).toBe(MAPPED_CODES.length + 1);
    // CLDR adds these characters if two countries share a name.
    expect(names.filter((name) => /[()&]| - /.test(name))).toEqual([]);
  });

  it('uses the names that countries use themselves', () => {
    const named = (code: string) => inEach(({ country }) => country(code));
    expect(named('CD')).toMatchObject({
      en: 'Democratic Republic of the Congo',
      fr: 'République démocratique du Congo',
    });
    expect(named('CV')).toMatchObject({
      en: 'Cabo Verde',
      fr: 'Cabo Verde',
      pt: 'Cabo Verde',
      sw: 'Cabo Verde',
    });
    expect(named('SZ')).toMatchObject({ en: 'Eswatini', ar: 'إسواتيني' });
    expect(named('EH')).toMatchObject({ en: 'Western Sahara', fr: 'Sahara occidental' });
    expect(named('ZZ')).toMatchObject({ en: 'Unknown country', ar: 'بلد غير معروف' });
    expect(named('FR')).toMatchObject({ en: 'France', sw: 'Ufaransa' });
  });

  it('writes the first of a month as "1er" in French only, and no other day', () => {
    const { day, dateTime, period: formatPeriod } = createFormats('fr', 'Africa/Nairobi');
    expect([day('2026-03-01'), day('2026-01-11'), day('2026-01-31')]).toEqual([
      '1er mars 2026',
      '11 janvier 2026',
      '31 janvier 2026',
    ]);
    expect(dateTime(new Date('2026-04-30T22:05:00Z'))).toMatch(/^1er mai 2026/);
    expect(formatPeriod(period('2026-W23'))).toMatch(/\(1er\u2009?–\u2009?7 juin\)/);
    expect(formatPeriod(period('2026-W44'))).toMatch(/1er novembre\)$/);
    expect(createFormats('pt').day('2026-03-01')).toBe('1 de março de 2026');
  });
});
