/** Signs of danger to life, each with its own first aid. The most dangerous is first. */
export const DANGER_SIGNS = [
  'unconscious',
  'breathing',
  'choking',
  'drowning',
  'hanging',
  'bleeding',
  'wound',
  'allergy',
  'electricShock',
  'burn',
  'headInjury',
  'fracture',
  'convulsions',
  'stroke',
  'chestPain',
  'heatstroke',
  'pregnancy',
  'cordProlapse',
  'breech',
  'smallChild',
  'poisoning',
  'selfHarm',
  'bite',
  'animalBite',
  'meningitis',
  'severeMalaria',
  'dehydration',
  'diabetes',
  'assault',
  'severePain',
] as const;

export type DangerSign = (typeof DANGER_SIGNS)[number];

/**
 * What is known of the person concerned: pregnant, in the first 28 days of life, in the first year, from then to puberty, or after
 * giving birth. Some symptoms are danger signs only in these persons.
 */
export const CONTEXTS = ['pregnant', 'newborn', 'infant', 'child', 'afterBirth'] as const;

export type Context = (typeof CONTEXTS)[number];

/**
 * What else is known of an emergency, so that a step of first aid would be wrong: the blood sugar is high, the only poison are
 * tablets, which nobody breathes in or has on the skin, a poison was swallowed and none breathed in, an adult writes of nobody else, or
 * somebody is older than a newborn.
 */
export const CIRCUMSTANCES = [
  'onlyTabletsTaken',
  'onlySwallowed',
  'highSugar',
  'adult',
  'ofMonthsOrYears',
] as const;

export type Circumstance = (typeof CIRCUMSTANCES)[number];
