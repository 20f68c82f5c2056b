import { findDanger } from '../../../src/modules/triage/find-danger';
import { SpellingBudget, readMessage } from '../../../src/modules/triage/reading/read-message';
import type { Danger, DangerSign } from '../../../src/modules/triage/signs/danger-sign';
import type { Locale } from '../../../src/shared/locale';

/** Messages, each with one of the signs that have to be found. */
export type Emergencies = readonly (readonly [sign: DangerSign, message: string])[];

type Find = (message: string) => Danger | undefined;

/** Finds danger in a message without earlier ones. */
export const findAlone: Find = (message) => findDanger(message, []);

/** Finds danger by the rules only, because the classifier's result changes with each training. */
export const findByRules: Find = (message) =>
  readMessage(message, new SpellingBudget()).findByRules(new Set());

/** Tests that the signs of emergencies are found, in the language of the messages. */
export function testEmergencies(language: Locale, emergencies: Emergencies, find = findAlone): void {
  it.each(emergencies)('finds %s in "%s"', (sign, message) => {
    const danger = find(message);
    expect(danger?.signs).toContain(sign);
    expect(danger?.language).toBe(language);
  });
}

export function testNoEmergencies(messages: readonly string[], find = findAlone): void {
  it.each(messages)('finds no danger in "%s"', (message) => {
    expect(find(message)).toBeUndefined();
  });
}
