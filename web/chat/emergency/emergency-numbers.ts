import { localNumber as arabic } from '../../../src/modules/triage/advice/emergency-advice.ar.json';
import { localNumber as english } from '../../../src/modules/triage/advice/emergency-advice.en.json';
import { localNumber as french } from '../../../src/modules/triage/advice/emergency-advice.fr.json';
import { localNumber as portuguese } from '../../../src/modules/triage/advice/emergency-advice.pt.json';
import { localNumber as swahili } from '../../../src/modules/triage/advice/emergency-advice.sw.json';
import { countries } from '../../../src/modules/triage/advice/emergency-numbers.json';
import type { AFRICAN_COUNTRIES } from '../../shared/african-countries';

/** The same limit as in the platform's advice. */
const MAX_NUMBERS = 3;

/** What the advice for an unknown country contains in place of a number. */
const LOCAL_NUMBERS = [english, french, portuguese, arabic, swahili];

/** The beginning of the advice for an unknown country and an unknown danger. */
export const UNKNOWN_DANGER = english;

/** Stands for the advice for an unknown country and a known danger, which goes on with first aid. */
export const KNOWN_DANGER = `${english}\n`;

/** Stands for the advice on self-harm, which asks to call no number. */
export const SELF_HARM = 'self-harm';

/**
 * Returns the numbers that the advice would contain if the platform had known the country.
 * @param advice for an unknown country; empty if it is not known yet
 * @returns phone numbers, some followed by the name of the service in brackets
 */
export function findEmergencyNumbers(advice: string, code: (typeof AFRICAN_COUNTRIES)[number]): string[] {
  const { numbers, helplines } = countries[code];
  const ofService = (wanted: string): string[] =>
    numbers.filter(({ service }) => service === wanted).map(({ number }) => number);
  const ambulances = ofService('ambulance');
  const [opening = '', firstAid] = advice.split('\n');
  if (!LOCAL_NUMBERS.some((phrase) => opening.includes(phrase))) {
    const lines = helplines.map(({ number, name }) => `${number} (${name})`);
    return [...ambulances.slice(0, MAX_NUMBERS), ...(opening === '' ? [] : lines.slice(0, 1))];
  }
  // Other numbers may reach the police, and attempted suicide is a crime in some countries. They are shown only if the advice
  // asks to call a number (advice on self-harm does not) and contains first aid (so the danger is known), or without an ambulance.
  const isKnown = firstAid !== undefined;
  const forAll = isKnown || ambulances.length === 0 ? ofService('all') : [];
  return [...ambulances, ...forAll, ...(isKnown ? ofService('police') : [])].slice(0, MAX_NUMBERS);
}
