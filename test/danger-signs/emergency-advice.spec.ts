import type { CountryCode } from '../../src/access/country';
import { DANGER_SIGNS, emergencyAdvice } from '../../src/chatbot/danger-signs/danger-signs';
import numbers from '../../src/chatbot/danger-signs/emergency-numbers.json';
import { LOCALES } from '../../src/pages/locale';

const LOCAL_NUMBER = {
  en: 'your local emergency number',
  fr: 'le numéro d’urgence local',
  pt: 'o número de emergência local',
  ar: 'رقم الطوارئ المحلي',
  sw: 'namba ya dharura ya eneo lako',
} as const;

/** As callers have it after the wire checked it. */
function country(code: string): CountryCode {
  return code as CountryCode;
}

describe('emergencyAdvice', () => {
  describe.each(LOCALES)('in %s', (language) => {
    it('names the numbers of the country, the ambulance first', () => {
      const advice = emergencyAdvice({ signs: ['chestPain'], language }, country('GH'));
      expect(advice).toMatch(/193 \S+ 112/);
      expect(advice).not.toContain(LOCAL_NUMBER[language]);
    });

    it('speaks of the local number where none is known', () => {
      const danger = { signs: ['chestPain'], language } as const;
      for (const unknown of [undefined, country('ZZ'), country('SO'), country('FR')]) {
        expect(emergencyAdvice(danger, unknown)).toContain(LOCAL_NUMBER[language]);
      }
    });

    it('has first aid for each sign, whole sentences and at most 700 characters', () => {
      const advices = DANGER_SIGNS.map((sign) => emergencyAdvice({ signs: [sign], language }, country('KE')));
      expect(new Set(advices).size).toBe(DANGER_SIGNS.length);
      for (const advice of [...advices, emergencyAdvice({ signs: DANGER_SIGNS, language }, country('KE'))]) {
        expect(advice.length).toBeLessThanOrEqual(700);
        expect(advice.split('\n').length).toBeGreaterThan(1);
        expect(advice).toMatch(/\.$/);
        expect(advice).not.toMatch(/[{}]|undefined/);
      }
    });

    it('begins kindly to somebody who thinks of suicide, and with the danger where there is another', () => {
      const [kind = ''] = emergencyAdvice({ signs: ['selfHarm'], language }, undefined).split('\n');
      const [urgent = ''] = emergencyAdvice({ signs: ['poisoning', 'selfHarm'], language }, undefined).split(
        '\n',
      );
      const [other = ''] = emergencyAdvice({ signs: ['bite'], language }, undefined).split('\n');
      expect(kind).not.toBe(urgent);
      expect(urgent).toBe(other);
    });

    it('names a crisis line for suicide only', () => {
      const south = country('ZA');
      expect(emergencyAdvice({ signs: ['selfHarm'], language }, south)).toContain('0800 567 567');
      expect(emergencyAdvice({ signs: ['injury'], language }, south)).not.toContain('0800 567 567');
    });
  });

  it('gives the first aid of the first sign first', () => {
    const advice = emergencyAdvice({ signs: ['bleeding', 'bite'], language: 'en' }, undefined);
    expect(advice.indexOf('Press firmly')).toBeLessThan(advice.indexOf('Snake:'));
    expect(advice.indexOf('Press firmly')).toBeGreaterThan(0);
  });
});

describe('the emergency numbers', () => {
  it('have an entry for each of the 54 countries of Africa and Western Sahara, with a note on the source', () => {
    const entries = Object.entries(numbers.countries);
    expect(entries).toHaveLength(55);
    expect(entries.filter(([, { source }]) => source === '')).toEqual([]);
  });

  it('say of each country without a number that it was left out', () => {
    const without = Object.values(numbers.countries).filter(
      ({ ambulance, general }) => ambulance.length + general.length === 0,
    );
    expect(without.filter(({ source }) => !source.startsWith('left out'))).toEqual([]);
  });
});
