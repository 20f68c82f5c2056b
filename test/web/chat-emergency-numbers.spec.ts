import { DANGER_SIGNS, type DangerSign } from '../../src/modules/triage/signs';
import { emergencyAdvice } from '../../src/modules/triage/emergency-advice';
import { parseCountry } from '../../src/shared/country';
import { LOCALES } from '../../src/shared/locale';
import { numbersFor } from '../../web/chat/emergency-numbers';
import { AFRICAN_COUNTRIES } from '../../web/shared/african-countries';

/** None, each alone, and each beside the one that changes whom to call. */
const SIGNS: readonly (readonly DangerSign[])[] = [
  [],
  ...DANGER_SIGNS.map((sign) => [sign]),
  ...DANGER_SIGNS.filter((sign) => sign !== 'selfHarm').map((sign) => ['selfHarm' as const, sign]),
];

/** Those of the advice that says whom to call, and of no first aid. */
function named(advice: string, without: string): string[] {
  const same = without.split('\n').slice(1);
  const lines = advice.split('\n').filter((line) => !same.includes(line));
  return lines
    .flatMap((line) => line.match(/\d[\d ]*\d/g) ?? [])
    .sort((one, other) => one.localeCompare(other));
}

const dialled = (number: string): string => number.replace(/ \(.+$/, '');

describe('the numbers that the page shows once a country is chosen', () => {
  it.each(LOCALES)('are those that the advice would have named, in %s', (language) => {
    for (const signs of SIGNS)
      for (const country of AFRICAN_COUNTRIES) {
        const danger = { signs: [...signs], language };
        const without = emergencyAdvice(danger, undefined);
        const shown = numbersFor(without, country).map(dialled);
        expect([country, signs, [...shown].sort((one, other) => one.localeCompare(other))]).toEqual([
          country,
          signs,
          named(emergencyAdvice(danger, parseCountry(country)), without),
        ]);
      }
  });

  it('are the ambulance’s alone before anything is known of the danger', () => {
    expect(numbersFor('', 'NG')).toEqual([]);
    expect(numbersFor('', 'KE')).toContain('1199');
    expect(numbersFor('', 'KE').join()).not.toContain('Befrienders');
  });
});
