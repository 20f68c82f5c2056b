import type { Locale } from '../../../shared/locale';

/** Signs of danger to life, each with its own first aid. The most dangerous is first. */
export const DANGER_SIGNS = [
  'unconscious',
  'breathing',
  'allergy',
  'bleeding',
  'convulsions',
  'stroke',
  'chestPain',
  'pregnancy',
  'smallChild',
  'poisoning',
  'selfHarm',
  'bite',
  'injury',
  'meningitis',
  'severeMalaria',
  'dehydration',
  'diabetes',
  'assault',
  'severePain',
] as const;

export type DangerSign = (typeof DANGER_SIGNS)[number];

/** What is known of the person concerned. Some symptoms are danger signs only in these persons. */
export const CONTEXTS = ['pregnant', 'newborn', 'child', 'afterBirth'] as const;

export type Context = (typeof CONTEXTS)[number];

/** The persons that a mention may refer to. An exclusion that concerns one of them does not apply to another. */
export const PERSONS = [
  'self',
  'wife',
  'husband',
  'mother',
  'father',
  'daughter',
  'son',
  'sister',
  'brother',
  'baby',
  'grandmother',
  'grandfather',
  'aunt',
  'uncle',
  'cousin',
  'friend',
  'neighbour',
] as const;

export type Person = (typeof PERSONS)[number];

/** The danger found in a message. */
export interface Danger {
  /** The most dangerous is first. Empty if only the classifier finds the danger. */
  readonly signs: readonly DangerSign[];
  /** The language in which the danger is described. */
  readonly language: Locale;
}
