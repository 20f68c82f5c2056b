import type { CountryCode } from '../../../src/shared/country';
import { DANGER_SIGNS, type DangerSign } from '../../../src/modules/triage/signs/danger-sign';
import { composeAdvice, getReminder } from '../../../src/modules/triage/advice/emergency-advice';
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

const OFFER_DRINKS = {
  en: /go on offering/,
  fr: /continuez à proposer/,
  pt: /continue a oferecer/,
  sw: /endelea kumnyonyesha/,
  ar: /فواصل/,
} as const;

/** With three emergency numbers, and unknown. */
const COUNTRIES = ['KE', undefined] as const;

function advise(signs: readonly DangerSign[], country?: string, language: Locale = 'en'): string {
  return composeAdvice({ signs, language }, country as CountryCode | undefined);
}

describe('composeAdvice', () => {
  describe.each(LOCALES)('in %s', (language) => {
    const compose = (signs: readonly DangerSign[], country?: string) => advise(signs, country, language);
    const openingOf = (signs: readonly DangerSign[], country?: string) =>
      compose(signs, country).split('\n')[0] ?? '';

    const { firstAid } = ADVICE_FILES[language];
    const keyOf = new Map(Object.entries(firstAid).map(([key, sentence]) => [sentence, key] as const));
    /** Returns the keys of the first-aid sentences in the advice, in order. */
    const findKeys = (signs: readonly DangerSign[], country?: string): string[] =>
      compose(signs, country)
        .split('\n')
        .flatMap((line) => keyOf.get(line) ?? []);

    it('contains the numbers of the country, the ambulance first', () => {
      const advice = compose(['chestPain'], 'GH');
      expect(advice).toMatch(/193 \S+ 112/);
      expect(advice).not.toContain(LOCAL_NUMBER[language]);
    });

    it('contains “your local emergency number” if no number is known', () => {
      for (const unknown of [undefined, 'ZZ', 'SO', 'FR'])
        expect(compose(['chestPain'], unknown)).toContain(LOCAL_NUMBER[language]);
    });

    it('contains first aid for each sign in whole sentences, up to 700 characters', () => {
      const single = DANGER_SIGNS.map((sign) => compose([sign], 'KE'));
      expect(new Set(single).size).toBe(DANGER_SIGNS.length);
      for (const advice of [...single, compose(DANGER_SIGNS, 'KE')]) {
        expect(advice.length).toBeLessThanOrEqual(700);
        expect(advice.split('\n').length).toBeGreaterThan(1);
        expect(advice).toMatch(/\.$/);
        expect(advice).not.toMatch(/[{}]|undefined/);
      }
    });

    it('begins with the opening for self-harm only if it is among the signs', () => {
      expect(openingOf(['poisoning', 'selfHarm'])).toBe(openingOf(['selfHarm']));
      expect(openingOf(['unconscious', 'selfHarm'])).toBe(openingOf(['selfHarm']));
      expect(openingOf(['poisoning'])).not.toBe(openingOf(['selfHarm']));
      expect(openingOf(['poisoning'])).toBe(openingOf(['bite']));
    });

    it('contains the first aid for poisoning and for self-harm if both are found', () => {
      for (const country of [...COUNTRIES, 'ZA']) {
        const keys = findKeys(['poisoning', 'selfHarm'], country);
        expect(keys).toEqual(expect.arrayContaining(['swallowed', 'notAlone', 'fumes', 'container']));
      }
    });

    it('contains no number of the police for self-harm', () => {
      for (const [code, { ambulance, general }] of Object.entries(numbers.countries)) {
        const selfHarmOpening = openingOf(['selfHarm'], code);
        expect([code, selfHarmOpening.match(/\d+/g) ?? []]).toEqual([code, ambulance.slice(0, 3)]);
        expect(selfHarmOpening).not.toContain(LOCAL_NUMBER[language]);
        const opening = openingOf(['chestPain'], code);
        expect(opening.match(/\d+/g) ?? []).toEqual([...ambulance, ...general].slice(0, 3));
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

    it('offers drinks to a small child only if there is no other sign', () => {
      expect(compose(['smallChild'])).toMatch(OFFER_DRINKS[language]);
      for (const sign of DANGER_SIGNS.filter((other) => other !== 'smallChild'))
        expect(compose([sign, 'smallChild'])).not.toMatch(OFFER_DRINKS[language]);
    });

    it.each([
      { sign: 'dehydration', forbids: 'poisoning', allows: 'meningitis', drinks: 'rehydration' },
      { sign: 'severeMalaria', forbids: 'poisoning', allows: 'bleeding', drinks: 'malaria' },
      { sign: 'severePain', forbids: 'poisoning', allows: 'dehydration', drinks: 'severePain' },
      { sign: 'severePain', forbids: 'bleeding', allows: 'pregnancy', drinks: 'severePain' },
    ] as const)(
      'omits the drinks for $sign with $forbids, but not with $allows',
      ({ sign, forbids, allows, drinks }) => {
        expect(findKeys([sign])).toContain(drinks);
        expect(findKeys([forbids, sign])).not.toContain(drinks);
        expect(findKeys([allows, sign])).toContain(drinks);
      },
    );

    it.each(COUNTRIES)('contains every sentence for some sign, in %s', (country) => {
      const found = new Set(DANGER_SIGNS.flatMap((sign) => findKeys([sign], country)));
      found.add('babyNotBreathing');
      expect([...found].sort()).toEqual(Object.keys(firstAid).sort());
    });

    it('contains all first aid for unconsciousness and poisoning together', () => {
      const single = [...findKeys(['unconscious']), ...findKeys(['poisoning'])];
      expect(findKeys(['unconscious', 'poisoning'], 'KE')).toEqual(single);
    });

    it('contains the most important sentence for each of three signs', () => {
      const keys = findKeys(['unconscious', 'breathing', 'poisoning'], 'KE');
      expect(keys).toEqual(expect.arrayContaining(['unconscious', 'shortOfBreath', 'swallowed']));
    });

    it.each([
      { signs: ['unconscious', 'smallChild'] },
      { signs: ['breathing', 'smallChild'] },
      { signs: ['unconscious', 'breathing', 'smallChild'] },
      { signs: ['unconscious', 'breathing', 'convulsions', 'smallChild', 'burn'] },
    ] as const)('begins with help for a baby that does not breathe for $signs', ({ signs }) => {
      for (const country of COUNTRIES) {
        const keys = findKeys(signs, country);
        expect(keys[0]).toBe('babyNotBreathing');
        expect(keys).not.toContain('shortOfBreath');
      }
    });

    it('also contains help for an unconscious adult if a child is concerned', () => {
      for (const country of COUNTRIES)
        expect(findKeys(['unconscious', 'smallChild'], country)).toContain('unconscious');
    });

    it('begins with help for a choking baby if a small child is concerned', () => {
      for (const country of COUNTRIES)
        expect(findKeys(['choking', 'smallChild'], country).slice(0, 2)).toEqual(['chokingBaby', 'choking']);
    });

    it('offers aspirin for chest pain only if nothing speaks against it', () => {
      expect(findKeys(['chestPain'])).toEqual(['chestPain', 'aspirin']);
      for (const sign of ['bleeding', 'wound', 'allergy', 'stroke', 'pregnancy', 'smallChild'] as const)
        expect(findKeys(['chestPain', sign])).not.toContain('aspirin');
    });

    it('contains help for an adult, then for a baby, if the age is unknown', () => {
      for (const country of COUNTRIES) {
        const keys = findKeys(['unconscious', 'breathing'], country);
        expect(keys.slice(0, 2)).toEqual(['unconscious', 'babyNotBreathing']);
        expect(keys).toContain('shortOfBreath');
      }
    });

    it('begins with help for shortness of breath if no small child is concerned', () => {
      expect(findKeys(['breathing'])[0]).toBe('shortOfBreath');
    });

    it('begins with bleeding in and after pregnancy, and omits wounds and nosebleeds', () => {
      for (const country of COUNTRIES) {
        const keys = findKeys(['bleeding', 'pregnancy'], country);
        expect(keys.slice(0, 3)).toEqual(['bleedingAfterBirth', 'bleedingInPregnancy', 'usedPads']);
        expect(keys).toEqual(expect.arrayContaining(['vomitedBlood', 'maternity']));
        expect(keys).toHaveLength(5);
      }
      expect(findKeys(['bleeding'])).toEqual(['wound', 'nosebleed', 'vomitedBlood', 'otherBleeding']);
      expect(findKeys(['bleeding', 'pregnancy', 'burn'])).toContain('burn');
    });

    it('omits the first aid for cold and hot children if poisoning is found', () => {
      const keys = findKeys(['smallChild', 'poisoning']);
      expect(keys).toEqual(findKeys(['poisoning']));
      expect(findKeys(['smallChild'])).toEqual(['coldNewborn', 'hotChild', 'childDrinks']);
    });

    it('does not contain the reminder, which is one sentence', () => {
      const reminder = getReminder(language);
      expect(reminder).toMatch(/^[^{}\n]{20,160}\.$/u);
      expect(compose(['chestPain'])).not.toContain(reminder);
    });

    it('contains a crisis line for self-harm only', () => {
      expect(compose(['selfHarm'], 'ZA')).toContain('0800 567 567');
      expect(compose(['burn'], 'ZA')).not.toContain('0800 567 567');
    });
  });

  it('contains the first aid for the first sign first', () => {
    const advice = advise(['bleeding', 'bite']);
    expect(advice.indexOf('press firmly')).toBeLessThan(advice.indexOf('Snake:'));
    expect(advice.indexOf('press firmly')).toBeGreaterThan(0);
  });
});

describe('the first aid', () => {
  it('for a baby that does not breathe describes airway, breaths and chest presses with thumbs or the heel of a hand', () => {
    expect(advise(['unconscious', 'smallChild'])).toMatch(
      /here\.\nBaby .* not react: head level, look for breathing; gasping is not breathing\. None: 5 breaths .* 30 .* two thumbs or the heel of one hand, 2 breaths/,
    );
  });

  it.each([
    ['smallChild', /newborn that feels cold: .*skin to skin/],
    ['smallChild', /child that feels hot: light clothes/],
    ['pregnancy', /after birth: lie down, baby to the breast; .* rub the womb firmly/],
    ['pregnancy', /take the used pads/],
    ['poisoning', /Swallowed .*battery, magnet, coin .*: do not bring on vomiting; nothing to eat or drink/],
    ['bleeding', /Nosebleed: sit, lean forward, and pinch/],
    ['bleeding', /Vomiting .* blood: lie on the side, nothing to eat or drink/],
    ['bite', /eye: rinse .*20 minutes/],
    ['poisoning', /skin or in the eye: rinse .*20 minutes/],
    ['burn', /burn, .*eye: clean running water for 20 minutes, at once\. No oil, no toothpaste, no ice/],
    ['electricShock', /Electric shock: switch off the current/],
    ['wound', /spurts .*tie a wide band very tightly above the wound/],
    ['drowning', /first 5 breaths into the mouth/],
    ['hanging', /cut the rope/],
    ['heatstroke', /into the shade, .*cold water/],
    ['cordProlapse', /Do not touch the cord/],
    ['breech', /do not pull on the baby/],
    ['fracture', /do not straighten it/],
    ['poisoning', /fumes: everybody out into the air/],
    ['choking', /baby: face down on your forearm/],
    ['choking', /five hard blows/],
    ['breathing', /awake: sit upright, .*inhaler/],
  ] as const)('for %s matches %s', (sign, pattern) => {
    expect(advise([sign])).toMatch(pattern);
  });

  it('for chest pain tells the ill person not to drive, in the third person', () => {
    const sentences = LOCALES.map((language) => ADVICE_FILES[language].firstAid.chestPain);
    expect(sentences).toEqual([
      expect.stringMatching(/^The ill person .* does not drive: somebody else drives\.$/),
      expect.stringMatching(/^La personne malade .* ne conduit pas : quelqu’un d’autre conduit\.$/),
      expect.stringMatching(/^A pessoa doente .* não conduz: conduz outra pessoa\.$/),
      expect.stringMatching(/المريض .* شخص آخر\.$/),
      expect.stringMatching(/^Mgonjwa .* asiendeshe gari: mtu mwingine aendeshe\.$/),
    ]);
  });

  it('in Arabic addresses one person and uses the right preposition for numbers', () => {
    const { firstAid, ...others } = arabic;
    const all = [...Object.values(firstAid), ...Object.values(others)].join('\n');
    expect(all).not.toMatch(/(اذهبوا|اذهبي|اتصلوا|اسألوا|خذي)/);
    expect(all).not.toMatch(/اتصل بـ/);
    expect(advise(['stroke'], undefined, 'ar')).toContain('اتصل برقم الطوارئ المحلي');
  });
});

describe('the emergency numbers', () => {
  it('have an entry with a source for each of the 54 countries of Africa and Western Sahara', () => {
    const entries = Object.entries(numbers.countries);
    expect(entries).toHaveLength(55);
    expect(entries.filter(([, { source }]) => source === '')).toEqual([]);
  });

  it('have a source that begins with “left out” for each country without a number', () => {
    const without = Object.values(numbers.countries).filter(
      ({ ambulance, general }) => ambulance.length + general.length === 0,
    );
    expect(without.filter(({ source }) => !source.startsWith('left out'))).toEqual([]);
  });
});
