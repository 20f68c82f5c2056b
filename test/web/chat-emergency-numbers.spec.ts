import { DANGER_SIGNS, type DangerSign } from '../../src/modules/triage/signs/danger-sign';
import { composeAdvice } from '../../src/modules/triage/advice/emergency-advice';
import { parseCountry } from '../../src/shared/country';
import { LOCALES } from '../../src/shared/locale';
import { findEmergencyNumbers } from '../../web/chat/emergency/emergency-numbers';
import { AFRICAN_COUNTRIES } from '../../web/shared/african-countries';

/** No sign, each sign alone, and each together with self-harm, which changes the numbers. */
const SIGN_SETS: readonly (readonly DangerSign[])[] = [
  [],
  ...DANGER_SIGNS.map((sign) => [sign]),
  ...DANGER_SIGNS.filter((sign) => sign !== 'selfHarm').map((sign) => ['selfHarm' as const, sign]),
];

/** Returns the numbers in an advice, without those of its first aid. @param withoutCountry the advice for no country */
function numbersIn(advice: string, withoutCountry: string): string[] {
  const firstAid = withoutCountry.split('\n').slice(1);
  const lines = advice.split('\n').filter((line) => !firstAid.includes(line));
  return lines
    .flatMap((line) => line.match(/\d[\d ]*\d/g) ?? [])
    .sort((one, other) => one.localeCompare(other));
}

const withoutName = (number: string): string => number.replace(/ \(.+$/, '');

describe('findEmergencyNumbers', () => {
  it.each(LOCALES)('returns the numbers that the advice contains for the country, in %s', (language) => {
    for (const signs of SIGN_SETS)
      for (const country of AFRICAN_COUNTRIES) {
        const danger = { signs: [...signs], language };
        const withoutCountry = composeAdvice(danger, undefined);
        const shown = findEmergencyNumbers(withoutCountry, country).map(withoutName);
        expect([country, signs, [...shown].sort((one, other) => one.localeCompare(other))]).toEqual([
          country,
          signs,
          numbersIn(composeAdvice(danger, parseCountry(country)), withoutCountry),
        ]);
      }
  });

  it('returns only the ambulance if the advice is not known yet', () => {
    expect(findEmergencyNumbers('', 'NG')).toEqual([]);
    expect(findEmergencyNumbers('', 'KE')).toContain('1199');
    expect(findEmergencyNumbers('', 'KE').join()).not.toContain('Befrienders');
  });
});
