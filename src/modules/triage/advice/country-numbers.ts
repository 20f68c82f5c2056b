import { z } from 'zod';
import type { CountryCode } from '../../../shared/country';
import file from './emergency-numbers.json';

const text = z.string().min(1);
const number = z.string().regex(/^\d[\d ]*$/);

const numbersSchema = z.strictObject({
  about: z.array(text),
  countries: z.record(
    z.string().regex(/^[A-Z]{2}$/),
    z.strictObject({
      /** The best first. */
      numbers: z.array(
        z.strictObject({ number, service: z.enum(['ambulance', 'all', 'police']), source: text }),
      ),
      helplines: z.array(z.strictObject({ number, name: text, source: text })),
      note: text.optional(),
    }),
  ),
});

const countries = new Map(Object.entries(numbersSchema.parse(file).countries));

const MAX_NUMBERS = 3;

/** Whom the numbers are for. */
export type Caller = 'danger' | 'danger without a sign' | 'self-harm';

/**
 * Returns the numbers to call, at most three; none if none is known. All numbers may reach the police, and attempted suicide is a
 * crime in some countries: a person with suicidal thoughts gets the ambulance only. Danger without a sign may be that.
 */
export function findNumbers(country: CountryCode | undefined, caller: Caller): string[] {
  const all = countries.get(country ?? '')?.numbers ?? [];
  const ambulances = all.filter(({ service }) => service === 'ambulance');
  const isKnown = caller === 'danger';
  const others = all.filter(
    ({ service }) =>
      (service === 'all' && (isKnown || ambulances.length === 0)) || (service === 'police' && isKnown),
  );
  const found = caller === 'self-harm' ? ambulances : [...ambulances, ...others];
  return found.slice(0, MAX_NUMBERS).map(({ number: found }) => found);
}

/** Returns the number and name of a line for people in a crisis; undefined if none is known. */
export function findHelpline(country: CountryCode | undefined): string | undefined {
  const [helpline] = countries.get(country ?? '')?.helplines ?? [];
  return helpline && `${helpline.number} (${helpline.name})`;
}
