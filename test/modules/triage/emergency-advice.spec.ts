import type { CountryCode } from '../../../src/shared/country';
import { type Context, DANGER_SIGNS, type DangerSign } from '../../../src/modules/triage/signs/danger-sign';
import { composeAdvice, getReminder } from '../../../src/modules/triage/advice/emergency-advice';
import { composeFirstAid, STEP_IDS } from '../../../src/modules/triage/advice/first-aid';
import arabic from '../../../src/modules/triage/advice/emergency-advice.ar.json';
import english from '../../../src/modules/triage/advice/emergency-advice.en.json';
import french from '../../../src/modules/triage/advice/emergency-advice.fr.json';
import portuguese from '../../../src/modules/triage/advice/emergency-advice.pt.json';
import swahili from '../../../src/modules/triage/advice/emergency-advice.sw.json';
import numbers from '../../../src/modules/triage/advice/emergency-numbers.json';
import { type Locale, LOCALES } from '../../../src/shared/locale';

const LOCAL_NUMBER = {
  en: 'your local emergency number',
  fr: 'le numéro d’urgence local',
  pt: 'o número de emergência local',
  ar: 'رقم الطوارئ المحلي',
  sw: 'namba ya dharura ya eneo lako',
} as const;

const ADVICE_FILES = { en: english, fr: french, pt: portuguese, sw: swahili, ar: arabic } as const;

/** Longer advice is not read. */
const MAX_CHARACTERS = 1_000;

function advise(signs: readonly DangerSign[], country?: string, language: Locale = 'en'): string {
  return composeAdvice({ signs, language }, country as CountryCode | undefined);
}

describe('composeAdvice', () => {
  describe.each(LOCALES)('in %s', (language) => {
    const compose = (signs: readonly DangerSign[], country?: string) => advise(signs, country, language);
    const openingOf = (signs: readonly DangerSign[], country?: string) =>
      compose(signs, country).split('\n')[0] ?? '';

    it('begins with the numbers of the country, the ambulance first', () => {
      expect(openingOf(['chestPain'], 'GH')).toMatch(/193 \S+ 112/);
      expect(compose(['chestPain'], 'GH')).not.toContain(LOCAL_NUMBER[language]);
    });

    it('contains “your local emergency number” if no number is known', () => {
      for (const unknown of [undefined, 'ZZ', 'SD', 'FR'])
        expect(openingOf(['chestPain'], unknown)).toContain(LOCAL_NUMBER[language]);
    });

    it('contains the sentence of each step on a line, those that do not fit after “more”', () => {
      const { firstAid, more } = ADVICE_FILES[language];
      const texts = new Map(Object.entries(firstAid));
      for (const signs of [['wound'], ['poisoning', 'selfHarm', 'burn'], DANGER_SIGNS] as const) {
        const steps = composeFirstAid(signs);
        const sentences = steps.first.map((id) => texts.get(id));
        if (steps.more.length > 0) sentences.push(more, ...steps.more.map((id) => texts.get(id)));
        expect(compose(signs).split('\n').slice(1)).toEqual(sentences);
      }
    });

    it('has short sentences and few of them', () => {
      expect(Object.keys(ADVICE_FILES[language].firstAid).sort()).toEqual([...STEP_IDS].sort());
      for (const one of DANGER_SIGNS)
        for (const other of DANGER_SIGNS) {
          const advice = compose(
            DANGER_SIGNS.filter((sign) => sign === one || sign === other),
            'KE',
          );
          expect(advice.length).toBeLessThan(MAX_CHARACTERS);
          expect(advice).not.toMatch(/[{}]|undefined/);
        }
    });

    it('begins with the opening for self-harm only if it is among the signs', () => {
      expect(openingOf(['poisoning', 'selfHarm'])).toBe(openingOf(['selfHarm']));
      expect(openingOf(['unconscious', 'selfHarm'])).toBe(openingOf(['selfHarm']));
      expect(openingOf(['poisoning'])).not.toBe(openingOf(['selfHarm']));
      expect(openingOf(['poisoning'])).toBe(openingOf(['bite']));
    });

    it('contains only the ambulance for self-harm, and no police for danger without a sign', () => {
      for (const [code, { numbers: all }] of Object.entries(numbers.countries)) {
        const of = (...services: readonly string[]) =>
          services.flatMap((wanted) =>
            all.filter(({ service }) => service === wanted).map(({ number }) => number),
          );
        const found = (signs: readonly DangerSign[]) => openingOf(signs, code).match(/\d+/g) ?? [];
        const ambulances = of('ambulance');
        expect([code, found(['selfHarm'])]).toEqual([code, ambulances.slice(0, 3)]);
        expect([code, found(['chestPain'])]).toEqual([code, of('ambulance', 'all', 'police').slice(0, 3)]);
        const withoutSign = ambulances.length > 0 ? ambulances : of('all');
        expect([code, found([])]).toEqual([code, withoutSign.slice(0, 3)]);
        expect(openingOf(['selfHarm'], code)).not.toContain(LOCAL_NUMBER[language]);
      }
    });

    it('formats three numbers as a list', () => {
      const list = {
        en: '1199, 999 or 112',
        fr: '1199, 999 ou 112',
        pt: '1199, 999 ou 112',
        sw: '1199, 999 au 112',
        ar: '1199 أو 999 أو 112',
      };
      expect(compose(['chestPain'], 'KE')).toContain(list[language]);
    });

    it('does not contain the reminder, which is one sentence', () => {
      const reminder = getReminder(language);
      expect(reminder).toMatch(/^[^{}\n]{20,160}\.$/u);
      expect(compose(['chestPain'])).not.toContain(reminder);
    });

    it('contains a crisis line for self-harm only', () => {
      for (const [country, line] of [
        ['ZA', '0800 567 567'],
        ['NG', '0800 078 7746'],
      ] as const) {
        expect(compose(['selfHarm'], country)).toContain(line);
        expect(compose(['burn'], country)).not.toContain(line);
      }
    });
  });
});

describe('the sentences', () => {
  it.each([
    ['smallChild', 'unconscious', /heel of one hand|two thumbs/],
    ['smallChild', 'unconscious', /or only gasps/],
    ['smallChild', 'choking', /5 blows on the back/],
    ['burn', undefined, /20 minutes\. No ice, no oil, no toothpaste/],
    ['electricShock', undefined, /Switch off the current first/],
    ['wound', undefined, /spurts .*tie a wide band very tight above the wound/],
    ['drowning', undefined, /5 breaths into the mouth first/],
    ['chestPain', undefined, /chew one aspirin \(300 mg\)/],
    ['breech', undefined, /do not pull on the baby/],
    ['poisoning', undefined, /do not bring on vomiting/],
    ['animalBite', undefined, /soap and running water for 15 minutes.* today .* rabies vaccine/],
  ] as const)('for %s with %s match %s', (sign, other, pattern) => {
    expect(advise(DANGER_SIGNS.filter((one) => one === sign || one === other))).toMatch(pattern);
  });

  it('in Arabic address one person and have the right preposition for numbers', () => {
    const { firstAid, ...others } = arabic;
    const all = [...Object.values(firstAid), ...Object.values(others)].join('\n');
    expect(all).not.toMatch(/(اذهبوا|اذهبي|اتصلوا|اسألوا|خذي)/);
    expect(all).not.toMatch(/اتصل بـ/);
    expect(advise(['stroke'], undefined, 'ar')).toContain('اتصل برقم الطوارئ المحلي');
  });

  it('for a child are those for its age', () => {
    const child: ReadonlySet<Context> = new Set(['child']);
    expect(composeAdvice({ signs: ['unconscious'], language: 'en', contexts: child }, undefined)).toMatch(
      /^Child who/m,
    );
  });
});

describe('the emergency numbers', () => {
  it('have an entry for each of the 54 countries of Africa and Western Sahara, and a source for each number', () => {
    const entries = Object.values(numbers.countries);
    expect(entries).toHaveLength(55);
    for (const { numbers: all, helplines } of entries)
      for (const { source } of [...all, ...helplines])
        expect(source).toMatch(/20\d\d|known from the service/);
  });

  it('have a note that begins with “left out” for each country without a number', () => {
    const without = Object.values(numbers.countries).filter(({ numbers: all }) => all.length === 0);
    for (const entry of without)
      expect(entry).toMatchObject({ note: expect.stringMatching(/^left out/) as string });
  });

  it('contain what two public sources say', () => {
    for (const [country, number] of [
      ['AO', '112'],
      ['BI', '112'],
      ['NA', '112'],
      ['MG', '117'],
      ['TG', '8200'],
    ] as const)
      expect(advise(['burn'], country)).toContain(number);
  });
});
