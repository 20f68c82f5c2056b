import type { CountryCode } from '../../../src/shared/country';
import { DANGER_SIGNS, type DangerSign } from '../../../src/modules/triage/signs/danger-sign';
import { composeEmergencyAdvice, getEmergencyReminder } from '../../../src/modules/triage/advice/emergency-advice';
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

/** The first aid in the order in which it is given, by its name. */
function given(signs: readonly DangerSign[], language: Locale, where?: CountryCode): string[] {
  const names = new Map(
    Object.entries(ADVICES[language].firstAid).map(([name, sentence]) => [sentence, name] as const),
  );
  return composeEmergencyAdvice({ signs, language }, where)
    .split('\n')
    .flatMap((line) => names.get(line) ?? []);
}

describe('composeEmergencyAdvice', () => {
  describe.each(LOCALES)('in %s', (language) => {
    it('names the numbers of the country, the ambulance first', () => {
      const advice = composeEmergencyAdvice({ signs: ['chestPain'], language }, country('GH'));
      expect(advice).toMatch(/193 \S+ 112/);
      expect(advice).not.toContain(LOCAL_NUMBER[language]);
    });

    it('speaks of the local number where none is known', () => {
      const danger = { signs: ['chestPain'], language } as const;
      for (const unknown of [undefined, country('ZZ'), country('SO'), country('FR')]) {
        expect(composeEmergencyAdvice(danger, unknown)).toContain(LOCAL_NUMBER[language]);
      }
    });

    it('has first aid for each sign, whole sentences and at most 700 characters', () => {
      const advices = DANGER_SIGNS.map((sign) => composeEmergencyAdvice({ signs: [sign], language }, country('KE')));
      expect(new Set(advices).size).toBe(DANGER_SIGNS.length);
      for (const advice of [...advices, composeEmergencyAdvice({ signs: DANGER_SIGNS, language }, country('KE'))]) {
        expect(advice.length).toBeLessThanOrEqual(700);
        expect(advice.split('\n').length).toBeGreaterThan(1);
        expect(advice).toMatch(/\.$/);
        expect(advice).not.toMatch(/[{}]|undefined/);
      }
    });

    it('begins kindly to somebody who thinks of suicide, also beside another danger, and to nobody else', () => {
      const begun = (signs: readonly DangerSign[]) =>
        composeEmergencyAdvice({ signs, language }, undefined).split('\n')[0];
      expect(begun(['poisoning', 'selfHarm'])).toBe(begun(['selfHarm']));
      expect(begun(['unconscious', 'selfHarm'])).toBe(begun(['selfHarm']));
      expect(begun(['poisoning'])).not.toBe(begun(['selfHarm']));
      expect(begun(['poisoning'])).toBe(begun(['bite']));
    });

    it('gives the first aid for poisoning and for suicide to somebody who took pills to die', () => {
      for (const where of [undefined, country('KE'), country('ZA')]) {
        const said = given(['poisoning', 'selfHarm'], language, where);
        expect(said).toEqual(expect.arrayContaining(['swallowed', 'notAlone', 'fumes', 'container']));
      }
    });

    it('sends nobody who thinks of suicide to a number that the police may answer', () => {
      for (const [code, { ambulance, general }] of Object.entries(numbers.countries)) {
        const beforeOthers =
          composeEmergencyAdvice({ signs: ['selfHarm'], language }, country(code)).split('\n')[0] ?? '';
        expect([code, beforeOthers.match(/\d+/g) ?? []]).toEqual([code, ambulance.slice(0, 3)]);
        expect(beforeOthers).not.toContain(LOCAL_NUMBER[language]);
        const others =
          composeEmergencyAdvice({ signs: ['chestPain'], language }, country(code)).split('\n')[0] ?? '';
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
      expect(composeEmergencyAdvice({ signs: ['chestPain'], language }, country('KE'))).toContain(list[language]);
    });

    it('speaks of drinks for a small child, but not beside another danger', () => {
      const alone = composeEmergencyAdvice({ signs: ['smallChild'], language }, undefined);
      expect(alone).toMatch(OFFERING[language]);
      for (const sign of DANGER_SIGNS.filter((other) => other !== 'smallChild')) {
        const beside = composeEmergencyAdvice({ signs: [sign, 'smallChild'], language }, undefined);
        expect(beside).not.toMatch(OFFERING[language]);
      }
    });

    it.each([
      { sign: 'dehydration', forbids: 'poisoning', allows: 'meningitis', drinks: 'rehydration' },
      { sign: 'severeMalaria', forbids: 'poisoning', allows: 'bleeding', drinks: 'malaria' },
      { sign: 'severePain', forbids: 'poisoning', allows: 'dehydration', drinks: 'severePain' },
      { sign: 'severePain', forbids: 'bleeding', allows: 'pregnancy', drinks: 'severePain' },
    ] as const)(
      'does not allow the drinks for $sign beside $forbids, but beside $allows',
      ({ sign, forbids, allows, drinks }) => {
        expect(given([sign], language)).toContain(drinks);
        expect(given([forbids, sign], language)).not.toContain(drinks);
        expect(given([allows, sign], language)).toContain(drinks);
      },
    );

    it.each([undefined, 'KE'])('leaves nothing out where there is one danger, in %s', (code) => {
      const where = code === undefined ? undefined : country(code);
      const said = new Set(DANGER_SIGNS.flatMap((sign) => given([sign], language, where)));
      said.add('babyNotBreathing');
      expect([...said].sort()).toEqual(Object.keys(ADVICES[language].firstAid).sort());
    });

    it('leaves nothing out where somebody is unconscious with poison', () => {
      const alone = [...given(['unconscious'], language), ...given(['poisoning'], language)];
      expect(given(['unconscious', 'poisoning'], language, country('KE'))).toEqual(alone);
    });

    it('has what matters most for each of three dangers', () => {
      const said = given(['unconscious', 'breathing', 'poisoning'], language, country('KE'));
      expect(said).toEqual(expect.arrayContaining(['unconscious', 'shortOfBreath', 'swallowed']));
    });

    it.each([
      { signs: ['unconscious', 'smallChild'] },
      { signs: ['breathing', 'smallChild'] },
      { signs: ['unconscious', 'breathing', 'smallChild'] },
      { signs: ['unconscious', 'breathing', 'convulsions', 'smallChild', 'injury'] },
    ] as const)('begins with what helps a baby that does not breathe for $signs', ({ signs }) => {
      for (const where of [undefined, country('KE')]) {
        const said = given(signs, language, where);
        expect(said[0]).toBe('babyNotBreathing');
        expect(said).not.toContain('shortOfBreath');
      }
    });

    it('says besides what helps an unconscious adult, who may be meant, and a baby that chokes', () => {
      for (const where of [undefined, country('KE')]) {
        const said = given(['unconscious', 'breathing', 'smallChild'], language, where);
        expect(said).toEqual(expect.arrayContaining(['unconscious', 'chokingBaby']));
      }
    });

    it('has what helps a baby after what helps an adult where nothing says who does not breathe', () => {
      for (const where of [undefined, country('KE')]) {
        const said = given(['unconscious', 'breathing'], language, where);
        expect(said.slice(0, 2)).toEqual(['unconscious', 'babyNotBreathing']);
        expect(said).toContain('shortOfBreath');
      }
    });

    it('speaks of sitting upright and inhalers where no small child is concerned', () => {
      expect(given(['breathing'], language)[0]).toBe('shortOfBreath');
    });

    it('begins with bleeding in and after pregnancy, and leaves wounds and nosebleeds to others', () => {
      for (const where of [undefined, country('KE')]) {
        const said = given(['bleeding', 'pregnancy'], language, where);
        expect(said.slice(0, 3)).toEqual(['bleedingAfterBirth', 'bleedingInPregnancy', 'usedPads']);
        expect(said).toEqual(expect.arrayContaining(['vomitedBlood', 'maternity']));
        expect(said).toHaveLength(5);
      }
      expect(given(['bleeding'], language)).toEqual(['wound', 'nosebleed', 'vomitedBlood', 'otherBleeding']);
      expect(given(['bleeding', 'pregnancy', 'injury'], language)).toContain('electricShock');
    });

    it('says nothing of cold and hot children where one swallowed something', () => {
      const said = given(['smallChild', 'poisoning'], language);
      expect(said).toEqual(given(['poisoning'], language));
      expect(given(['smallChild'], language)).toEqual(['coldNewborn', 'hotChild', 'childDrinks']);
    });

    it('has a reminder of one line for the turns after the emergency', () => {
      const reminder = getEmergencyReminder(language);
      expect(reminder).toMatch(/^[^{}\n]{20,160}\.$/u);
      expect(composeEmergencyAdvice({ signs: ['chestPain'], language }, undefined)).not.toContain(reminder);
    });

    it('names a crisis line for suicide only', () => {
      const south = country('ZA');
      expect(composeEmergencyAdvice({ signs: ['selfHarm'], language }, south)).toContain('0800 567 567');
      expect(composeEmergencyAdvice({ signs: ['injury'], language }, south)).not.toContain('0800 567 567');
    });
  });

  it('gives the first aid of the first sign first', () => {
    const advice = composeEmergencyAdvice({ signs: ['bleeding', 'bite'], language: 'en' }, undefined);
    expect(advice.indexOf('press firmly')).toBeLessThan(advice.indexOf('Snake:'));
    expect(advice.indexOf('press firmly')).toBeGreaterThan(0);
  });
});

describe('the first aid', () => {
  it('for a baby that does not breathe begins with its airway and breaths, then presses with two fingers', () => {
    expect(composeEmergencyAdvice({ signs: ['unconscious', 'smallChild'], language: 'en' }, undefined)).toMatch(
      /here\.\nBaby .* not react: head level, look for breathing\. None: 5 breaths .* 30 .* two fingers .* 2 breaths/,
    );
  });

  const first = (sign: DangerSign) => composeEmergencyAdvice({ signs: [sign], language: 'en' }, undefined);

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
    ['injury', /burn, .*eye: clean running water for 20 minutes, at once/],
    ['injury', /Electric shock: switch off the current/],
    ['poisoning', /fumes: everybody out into the air/],
    ['breathing', /baby: face down on your forearm/],
    ['breathing', /five hard blows/],
    ['breathing', /awake: sit upright, .*inhaler/],
  ] as const)('for %s matches %s', (sign, said) => {
    expect(first(sign)).toMatch(said);
  });

  it('speaks of somebody with chest pain, whoever writes, and lets others drive', () => {
    const said = LOCALES.map((language) => ADVICES[language].firstAid.chestPain);
    expect(said).toEqual([
      expect.stringMatching(/^The ill person .* does not drive: somebody else drives\.$/),
      expect.stringMatching(/^La personne malade .* ne conduit pas : quelqu’un d’autre conduit\.$/),
      expect.stringMatching(/^A pessoa doente .* não conduz: conduz outra pessoa\.$/),
      expect.stringMatching(/المريض .* شخص آخر\.$/),
      expect.stringMatching(/^Mgonjwa .* asiendeshe gari: mtu mwingine aendeshe\.$/),
    ]);
  });

  it('addresses one person in Arabic, and calls a number one', () => {
    const { firstAid, ...others } = arabic;
    const all = [...Object.values(firstAid), ...Object.values(others)].join('\n');
    expect(all).not.toMatch(/(اذهبوا|اذهبي|اتصلوا|اسألوا|خذي)/);
    expect(all).not.toMatch(/اتصل بـ/);
    expect(composeEmergencyAdvice({ signs: ['stroke'], language: 'ar' }, undefined)).toContain(
      'اتصل برقم الطوارئ المحلي',
    );
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
