import { composeFirstAid, PERSONS, STEP_IDS } from '../../../src/modules/triage/advice/first-aid';
import file from '../../../src/modules/triage/advice/first-aid-steps.json';
import { type Context, DANGER_SIGNS, type DangerSign } from '../../../src/modules/triage/signs/danger-sign';

/** Contexts that show each person. */
const CONTEXTS: Readonly<Record<(typeof PERSONS)[number], readonly (readonly Context[])[]>> = {
  infant: [['newborn'], ['infant']],
  child: [['child']],
  adult: [[]],
  pregnant: [['pregnant'], ['afterBirth']],
};
const WHO = PERSONS.flatMap((person) => CONTEXTS[person].map((contexts) => ({ person, contexts })));

const PAIRS = DANGER_SIGNS.flatMap((one, index) =>
  DANGER_SIGNS.slice(index + 1).map((other): readonly DangerSign[] => [one, other]),
);

const DRINKS = ['drinkSalts', 'drinkSaltsInfant', 'sweetDrink', 'keepFeeding', 'keepBreastfeeding'];
const NOTHING_BY_MOUTH = [
  'nothingByMouth',
  'nothingVomited',
  'noVomiting',
  'emptyStomach',
  'nothingIfSleepy',
];
const POSTURES = Object.entries(file.steps).flatMap(([id, { purpose }]) =>
  purpose === 'position' ? [id] : [],
);
const LYING = ['onSide', 'lieLegsUp', 'lieWarm', 'lieFlatAfterBirth', 'leftSide', 'lieSideVomit'];

/** Steps of the two lists contradict each other. */
const CONTRADICTIONS: readonly (readonly [readonly string[], readonly string[]])[] = [
  [[...DRINKS, 'aspirin'], NOTHING_BY_MOUTH],
  [['tourniquet'], ['snakeLeave']],
  [['breathsAdult'], ['pressChest']],
  [['bellyThrusts'], ['chestThrusts', 'infantThrusts']],
  [
    ['coolBody', 'coolBurn'],
    ['lieWarm', 'lieFlatAfterBirth', 'skinToSkin'],
  ],
  [['kneesElbows'], LYING],
];

/** What saves the life, the most urgent first. The other steps come after these. */
const LIFE_SAVING = [
  ['switchOff', 'freshAir', 'safePlace', 'notAlone', 'removeMeans', 'clearSpace'],
  [
    'pressChest',
    'breathsAdult',
    'breathsChild',
    'breathsInfant',
    'cutRope',
    'backBlows',
    'bellyThrusts',
  ].concat(['chestThrusts', 'infantBlows', 'infantThrusts', 'adrenaline', 'inhaler']),
  ['pressWound', 'leaveObject', 'tourniquet', 'pinchNose', 'rubWomb', 'nothingInVagina'],
  DRINKS,
];

/** Signs that show who is concerned, so that other signs have other steps. */
const OF_PERSONS: readonly DangerSign[] = ['smallChild', 'pregnancy', 'cordProlapse', 'breech'];

/** The most important steps of a sign that another sign may exclude. */
const MAY_BE_EXCLUDED = [...DRINKS, ...POSTURES, 'emptyStomach', 'pressChest', 'bellyThrusts', 'inhaler'];

const compose = (signs: readonly DangerSign[], contexts: readonly Context[] = []) =>
  composeFirstAid(signs, new Set(contexts));
const rankOf = (id: string): number => {
  const rank = LIFE_SAVING.findIndex((ids) => ids.includes(id));
  return rank < 0 ? LIFE_SAVING.length : rank;
};

describe.each(WHO)('the first aid for $person, known from $contexts', ({ contexts }) => {
  it.each(PAIRS)('contradicts itself in nothing for %s and %s', (...signs) => {
    const { first, more } = compose(signs, contexts);
    const all = [...first, ...more];
    expect(new Set(all).size).toBe(all.length);
    for (const [ones, others] of CONTRADICTIONS) {
      const found = [ones, others].map((ids) => all.filter((id) => ids.includes(id)));
      expect([signs, found]).toEqual([signs, expect.arrayContaining([[]])]);
    }
    expect(all.filter((id) => POSTURES.includes(id)).length).toBeLessThan(2);
  });

  it.each(PAIRS)('begins with what saves the life, in at most five steps, for %s and %s', (...signs) => {
    const { first, more } = compose(signs, contexts);
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThanOrEqual(5);
    expect(more.length).toBeLessThanOrEqual(5);
    const ranks = first.map(rankOf);
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    for (const sign of signs.filter(
      (one) => !signs.some((other) => other !== one && OF_PERSONS.includes(other)),
    )) {
      const [important] = compose([sign], contexts).first;
      const isThere = first.includes(important ?? '');
      expect([signs, sign, isThere || MAY_BE_EXCLUDED.includes(important ?? '')]).toEqual([
        signs,
        sign,
        true,
      ]);
    }
  });

  it.each(DANGER_SIGNS)(
    'begins with drinking for dehydration with %s, unless nothing may be drunk',
    (sign) => {
      const signs = DANGER_SIGNS.filter((one) => one === sign || one === 'dehydration');
      const { first } = compose(signs, contexts);
      const drink = first.findIndex((id) => id.startsWith('drinkSalts'));
      const cannotDrink = ['unconscious', 'choking', 'drowning', 'hanging', 'electricShock', 'headInjury']
        .concat(['convulsions', 'stroke', 'poisoning'])
        .includes(sign);
      expect(drink === -1).toBe(cannotDrink);
      if (!cannotDrink) expect(first.slice(0, drink).filter((id) => rankOf(id) >= 3)).toEqual([]);
    },
  );
});

describe('the first aid', () => {
  it.each([
    ['unconscious', ['infant'], 'breathsInfant'],
    ['unconscious', ['child'], 'breathsChild'],
    ['unconscious', [], 'pressChest'],
    ['drowning', [], 'breathsAdult'],
    ['drowning', ['child'], 'breathsChild'],
    ['choking', ['infant'], 'infantBlows'],
    ['choking', ['child'], 'backBlows'],
    ['hanging', [], 'cutRope'],
    ['electricShock', [], 'switchOff'],
    ['burn', [], 'coolBurn'],
    ['heatstroke', [], 'coolBody'],
    ['bleeding', [], 'pressWound'],
    ['bleeding', ['afterBirth'], 'rubWomb'],
    ['bleeding', ['pregnant'], 'nothingInVagina'],
    ['cordProlapse', ['pregnant'], 'kneesElbows'],
    ['breech', ['pregnant'], 'doNotPull'],
    ['dehydration', ['infant'], 'drinkSaltsInfant'],
    ['dehydration', [], 'drinkSalts'],
  ] as const)('for %s of %j begins with %s', (sign, contexts, step) => {
    expect(compose([sign], contexts).first[0]).toBe(step);
  });

  it('for choking continues with thrusts for the age', () => {
    expect(compose(['choking'], ['infant']).first[1]).toBe('infantThrusts');
    expect(compose(['choking'], ['child']).first[1]).toBe('bellyThrusts');
    expect(compose(['choking'], ['pregnant']).first).toContain('chestThrusts');
    expect(compose(['choking', 'smallChild']).first[0]).toBe('infantBlows');
    // The age is unknown.
    expect(compose(['choking']).first).toEqual(expect.arrayContaining(['backBlows', 'infantBlows']));
  });

  it('for choking comes before that for the breath it takes, without an inhaler', () => {
    for (const contexts of [['infant'], ['child'], [], ['pregnant']] as const) {
      const { first, more } = compose(['breathing', 'choking'], contexts);
      expect(first[0]).toMatch(/Blows$/);
      expect([...first, ...more]).not.toContain('inhaler');
    }
  });

  it('also contains help for an adult if a child is concerned, who may be another person', () => {
    expect(compose(['unconscious'], ['infant']).first).toEqual(
      expect.arrayContaining(['breathsInfant', 'pressChest']),
    );
  });

  it('for spurting blood is a tourniquet, but not with the bite of a snake', () => {
    expect(compose(['wound']).first).toContain('tourniquet');
    expect(compose(['wound', 'bite']).first).not.toContain('tourniquet');
  });

  it('for the bite of a dog has no steps for venom, and for that of a snake none for rabies', () => {
    const idsOf = (sign: DangerSign) => {
      const { first, more } = compose([sign]);
      return [...first, ...more];
    };
    expect(idsOf('animalBite')).toContain('washBite');
    for (const step of ['snakeLeave', 'rinseVenom', 'keepStill'])
      expect(idsOf('animalBite')).not.toContain(step);
    expect(idsOf('bite')).not.toContain('washBite');
  });

  it('for danger in pregnancy has the steps for bleeding only with bleeding', () => {
    expect(compose(['pregnancy'], ['pregnant']).first).not.toContain('nothingInVagina');
    expect(compose(['bleeding', 'pregnancy'], ['pregnant']).first).toContain('nothingInVagina');
  });

  it('for chest pain is aspirin only if nothing speaks against it', () => {
    expect(compose(['chestPain']).first).toContain('aspirin');
    for (const sign of ['bleeding', 'wound', 'allergy', 'stroke', 'pregnancy', 'smallChild'] as const)
      expect(compose(['chestPain', sign]).first).not.toContain('aspirin');
    expect(compose(['chestPain'], ['child']).first).not.toContain('aspirin');
  });

  it('leaves out what is for the other stage of a pregnancy', () => {
    expect(compose(['pregnancy'], ['afterBirth']).first).not.toContain('leftSide');
    expect(compose(['pregnancy'], ['pregnant']).first).not.toContain('rubWomb');
  });

  it('contains the most important step of five signs, and ten steps in all', () => {
    const signs = ['unconscious', 'bleeding', 'burn', 'poisoning', 'assault'] as const;
    const { first, more } = compose(signs);
    expect([...first].sort()).toEqual(['coolBurn', 'noVomiting', 'pressChest', 'pressWound', 'safePlace']);
    expect(more).toHaveLength(5);
  });

  it('has steps with a source, each of them for some sign', () => {
    const used = new Set(Object.values(file.signs).flatMap((ofPersons) => Object.values(ofPersons).flat()));
    expect([...used].sort()).toEqual([...STEP_IDS].sort());
    for (const { source } of Object.values(file.steps))
      expect(source).toMatch(/ 20\d\d|no first-aid guideline found/);
  });
});

describe('feeding a baby in danger', () => {
  it.each<Context>(['newborn', 'infant'])('is breast milk only: %s', (context) => {
    const { first, more } = compose(['smallChild'], [context]);
    expect([...first, ...more]).toContain('keepBreastfeeding');
    expect([...first, ...more]).not.toContain('keepFeeding');
  });

  it('is also drinks for an older child', () => {
    const { first, more } = compose(['smallChild'], ['child']);
    expect([...first, ...more]).toContain('keepFeeding');
  });
});
