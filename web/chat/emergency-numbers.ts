import { localNumber as arabic } from '../../src/modules/triage/emergency-advice.ar.json';
import { localNumber as english } from '../../src/modules/triage/emergency-advice.en.json';
import { localNumber as french } from '../../src/modules/triage/emergency-advice.fr.json';
import { localNumber as portuguese } from '../../src/modules/triage/emergency-advice.pt.json';
import { localNumber as swahili } from '../../src/modules/triage/emergency-advice.sw.json';
import { countries } from '../../src/modules/triage/emergency-numbers.json';
import type { AFRICAN_COUNTRIES } from '../shared/african-countries';

/** As many as the platform itself names at a time. */
const MOST_NUMBERS = 3;

/** In whose place a number stands where the platform knew no country. */
const LOCAL_NUMBERS = [english, french, portuguese, arabic, swahili];

/**
 * The numbers that the platform would have named in an advice, had it known the country.
 * @param advice without numbers; empty where none of it is known yet
 * @returns as they are dialled, some with the name of the service in brackets
 */
export function numbersFor(advice: string, code: (typeof AFRICAN_COUNTRIES)[number]): string[] {
  const { general, ambulance, helpline } = countries[code];
  const [opening = '', firstAid] = advice.split('\n');
  // The general numbers are often those of the police, and attempted suicide is a crime in some countries: they are for
  // advice that asks for a number and says what the danger is.
  if (LOCAL_NUMBERS.some((words) => opening.includes(words)))
    return [...ambulance, ...(firstAid === undefined ? [] : general)].slice(0, MOST_NUMBERS);
  return [...ambulance.slice(0, MOST_NUMBERS), ...(opening === '' ? [] : helpline.slice(0, 1))];
}
