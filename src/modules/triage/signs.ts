import type { Locale } from '../../shared/locale';

/** What may endanger a life, each with first aid of its own. The first is the most dangerous. */
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

/** Who is concerned: it makes a danger sign of what would be none in others. */
export const CONTEXTS = ['pregnant', 'newborn', 'child', 'afterBirth'] as const;

export type Context = (typeof CONTEXTS)[number];

/** Who may be meant where somebody is named: what is said of one takes back nothing of another. */
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

/** What was recognised in a message. */
export interface Danger {
  /** The most dangerous first; none where the message as a whole speaks of danger and names no sign. */
  readonly signs: readonly DangerSign[];
  /** The language in which it was said. */
  readonly language: Locale;
}
