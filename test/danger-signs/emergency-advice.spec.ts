import type { CountryCode } from '../../src/access/country';
import { DANGER_SIGNS, type DangerSign } from '../../src/chatbot/danger-signs/danger-signs';
import { emergencyAdvice, emergencyReminder } from '../../src/chatbot/danger-signs/emergency-advice';
import arabic from '../../src/chatbot/danger-signs/emergency-advice.ar.json';
import english from '../../src/chatbot/danger-signs/emergency-advice.en.json';
import french from '../../src/chatbot/danger-signs/emergency-advice.fr.json';
import portuguese from '../../src/chatbot/danger-signs/emergency-advice.pt.json';
import swahili from '../../src/chatbot/danger-signs/emergency-advice.sw.json';
import numbers from '../../src/chatbot/danger-signs/emergency-numbers.json';
import { LOCALES } from '../../src/pages/locale';

const LOCAL_NUMBER = {
  en: 'your local emergency number',
  fr: 'le numéro d’urgence local',
  pt: 'o número de emergência local',
  ar: 'رقم الطوارئ المحلي',
  sw: 'namba ya dharura ya eneo lako',
} as const;

const ADVICES = { en: english, fr: french, pt: portuguese, sw: swahili, ar: arabic } as const;

const OFFERING = {
  en: /go on offering/,
  fr: /continuez à proposer/,
  pt: /continue a oferecer/,
  sw: /endelea kumnyonyesha/,
  ar: /فواصل/,
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

    it('begins kindly to somebody who thinks of suicide, also beside another danger, and to nobody else', () => {
      const begun = (signs: readonly DangerSign[]) =>
        emergencyAdvice({ signs, language }, undefined).split('\n')[0];
      expect(begun(['poisoning', 'selfHarm'])).toBe(begun(['selfHarm']));
      expect(begun(['unconscious', 'selfHarm'])).toBe(begun(['selfHarm']));
      expect(begun(['poisoning'])).not.toBe(begun(['selfHarm']));
      expect(begun(['poisoning'])).toBe(begun(['bite']));
    });

    it('gives the first aid for poisoning and for suicide to somebody who took pills to die', () => {
      for (const where of [undefined, country('KE'), country('ZA')]) {
        const advice = emergencyAdvice({ signs: ['poisoning', 'selfHarm'], language }, where);
        const linesOf = (sign: DangerSign) =>
          emergencyAdvice({ signs: [sign], language }, undefined)
            .split('\n')
            .slice(1);
        for (const line of [...linesOf('poisoning'), ...linesOf('selfHarm')]) expect(advice).toContain(line);
      }
    });

    it('sends nobody who thinks of suicide to a number that the police may answer', () => {
      for (const [code, { ambulance, general }] of Object.entries(numbers.countries)) {
        const beforeOthers =
          emergencyAdvice({ signs: ['selfHarm'], language }, country(code)).split('\n')[0] ?? '';
        expect([code, beforeOthers.match(/\d+/g) ?? []]).toEqual([code, ambulance.slice(0, 3)]);
        expect(beforeOthers).not.toContain(LOCAL_NUMBER[language]);
        const others =
          emergencyAdvice({ signs: ['chestPain'], language }, country(code)).split('\n')[0] ?? '';
        expect(others.match(/\d+/g) ?? []).toEqual([...ambulance, ...general].slice(0, 3));
      }
    });

    it('writes three numbers as a list', () => {
      const list = {
        en: '1199, 999 or 112',
        fr: '1199, 999 ou 112',
        pt: '1199, 999 ou 112',
        sw: '1199, 999 au 112',
        ar: '1199 أو 999 أو 112',
      };
      expect(emergencyAdvice({ signs: ['chestPain'], language }, country('KE'))).toContain(list[language]);
    });

    it('speaks of drinks for a small child, but not beside another danger', () => {
      const alone = emergencyAdvice({ signs: ['smallChild'], language }, undefined);
      expect(alone).toMatch(OFFERING[language]);
      for (const sign of DANGER_SIGNS.filter((other) => other !== 'smallChild')) {
        const beside = emergencyAdvice({ signs: [sign, 'smallChild'], language }, undefined);
        expect(beside).not.toMatch(OFFERING[language]);
      }
    });

    it.each([
      ['dehydration', 'poisoning', 'meningitis'],
      ['severeMalaria', 'poisoning', 'bleeding'],
      ['severePain', 'poisoning', 'dehydration'],
      ['severePain', 'bleeding', 'pregnancy'],
    ] as const)('does not allow the drinks for %s beside %s, but beside %s', (sign, forbids, allows) => {
      const [, drinks = ''] = emergencyAdvice({ signs: [sign], language }, undefined).split('\n');
      expect(emergencyAdvice({ signs: [forbids, sign], language }, undefined)).not.toContain(drinks);
      expect(emergencyAdvice({ signs: [allows, sign], language }, undefined)).toContain(drinks);
    });

    it('leaves nothing out where there is one danger, or somebody unconscious with poison', () => {
      const aid = ADVICES[language].firstAid;
      const allOf = (signs: readonly DangerSign[]) => signs.flatMap((sign) => aid[sign]);
      const cases: DangerSign[][] = [...DANGER_SIGNS.map((sign) => [sign]), ['unconscious', 'poisoning']];
      for (const signs of cases) {
        const advice = emergencyAdvice({ signs, language }, country('KE'));
        expect(allOf(signs).filter((sentence) => !advice.includes(sentence))).toEqual([]);
      }
    });

    it('has the first sentence for each of three dangers', () => {
      const signs = ['unconscious', 'breathing', 'poisoning'] as const;
      const advice = emergencyAdvice({ signs, language }, country('KE'));
      for (const sign of signs) expect(advice).toContain(ADVICES[language].firstAid[sign][0]);
    });

    it('has a reminder of one line for the turns after the emergency', () => {
      const reminder = emergencyReminder(language);
      expect(reminder).toMatch(/^[^{}\n]{20,160}\.$/u);
      expect(emergencyAdvice({ signs: ['chestPain'], language }, undefined)).not.toContain(reminder);
    });

    it('names a crisis line for suicide only', () => {
      const south = country('ZA');
      expect(emergencyAdvice({ signs: ['selfHarm'], language }, south)).toContain('0800 567 567');
      expect(emergencyAdvice({ signs: ['injury'], language }, south)).not.toContain('0800 567 567');
    });
  });

  it('gives the first aid of the first sign first', () => {
    const advice = emergencyAdvice({ signs: ['bleeding', 'bite'], language: 'en' }, undefined);
    expect(advice.indexOf('press firmly')).toBeLessThan(advice.indexOf('Snake:'));
    expect(advice.indexOf('press firmly')).toBeGreaterThan(0);
  });
});

describe('the first aid', () => {
  const first = (sign: DangerSign) => emergencyAdvice({ signs: [sign], language: 'en' }, undefined);

  it.each([
    ['smallChild', /newborn: .*skin to skin/],
    ['smallChild', /hot child: light clothes/],
    ['bleeding', /Nosebleed: sit, lean forward, and pinch/],
    ['bleeding', /Vomiting .* blood: lie on the side, nothing to eat or drink/],
    ['bite', /eye: rinse .*20 minutes/],
    ['poisoning', /skin or in the eye: rinse .*20 minutes/],
    ['injury', /burn, .*eye: clean running water for 20 minutes, at once/],
    ['injury', /Electric shock: switch off the current/],
    ['poisoning', /fumes: everybody out into the air/],
    ['poisoning', /not bring on vomiting; nothing to eat or drink/],
    ['breathing', /baby: face down on your forearm/],
    ['breathing', /five hard blows/],
    ['breathing', /Sit upright, .*inhaler/],
  ] as const)('for %s matches %s', (sign, said) => {
    expect(first(sign)).toMatch(said);
  });

  it('never tells somebody with chest pain that driving with company is fine', () => {
    const said = (language: 'fr' | 'pt') => emergencyAdvice({ signs: ['chestPain'], language }, undefined);
    expect(said('fr')).toContain('ne conduisez pas');
    expect(said('pt')).toContain('não conduza');
    expect(`${said('fr')}${said('pt')}`).not.toMatch(/seul au volant|conduza sozinho/);
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
