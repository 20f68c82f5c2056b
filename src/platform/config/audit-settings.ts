import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type CountryCode, parseCountryOrUnknown } from '../../shared/country';
import { OperatorError } from './operator-error';
import { type Variables, integer, list } from './setting-types';

const MAX_YEARS = 100;

/** Years by country: `KE=10,NG=7`. */
const yearsByCountry = list.transform((pairs, context) => {
  const years = new Map<CountryCode, number>();
  for (const pair of pairs) {
    const [, code = '', digits = ''] = /^([a-z]{2,3})=(\d{1,3})$/i.exec(pair) ?? [];
    const country = parseCountryOrUnknown(code);
    const count = Number(digits);
    if (country !== undefined && count >= 1 && count <= MAX_YEARS) years.set(country, count);
    else
      context.addIssue({
        code: 'custom',
        message: `"${pair}": expected country=years, such as KE=10, with 1 to ${MAX_YEARS} years`,
      });
  }
  return years;
});

/** Settings of the audit trail. */
export const auditSettings = {
  AUDIT_ANCHOR: z
    .string()
    .refine((target) => isAbsolute(target) || isHttpUrl(target), {
      error: 'expected the absolute path of a file, or an http or https URL',
    })
    .optional()
    .describe(
      'where the heads of the audit trail’s hash chains are published every hour: a file to append to, or a URL to post to; nowhere if unset',
    ),
  AUDIT_RETENTION_YEARS: integer(1, MAX_YEARS)
    .optional()
    .describe(
      'years after which `npm run retention:apply` removes days of the audit trail, in all countries; never if unset',
    ),
  PATIENT_RETENTION_YEARS: yearsByCountry
    .prefault('')
    .describe(
      'years after which `npm run retention:apply` removes what identifies patients from records, by country: `KE=10,NG=7`; never in other countries',
    ),
  PATIENT_ERASURE_KEY: z
    .string()
    .min(32, 'expected at least 32 characters')
    .optional()
    .describe(
      'secret, at least 32 characters, never to be changed: with it, erasures replace the ids of imported lines, from which a patient’s number could be guessed, and imports recognise the lines. If unset, these ids stay',
    ),
} as const;

/**
 * Reads the secret of erasures.
 * @throws OperatorError if the setting is invalid
 */
export function readErasureSecret({ PATIENT_ERASURE_KEY }: Variables): string | undefined {
  const { data, error } = auditSettings.PATIENT_ERASURE_KEY.safeParse(PATIENT_ERASURE_KEY || undefined);
  if (error)
    throw new OperatorError(`PATIENT_ERASURE_KEY: ${error.issues.map(({ message }) => message).join('; ')}`);
  return data;
}

/**
 * Reads how long records keep what identifies patients, by country.
 * @throws OperatorError if the setting is invalid
 */
export function readRetention({ PATIENT_RETENTION_YEARS }: Variables): ReadonlyMap<CountryCode, number> {
  const { data, error } = auditSettings.PATIENT_RETENTION_YEARS.safeParse(PATIENT_RETENTION_YEARS);
  if (data) return data;
  throw new OperatorError(
    `PATIENT_RETENTION_YEARS: ${error.issues.map(({ message }) => message).join('; ')}`,
  );
}

/**
 * Reads how long the audit trail is kept.
 * @returns undefined if it is kept forever
 * @throws OperatorError if the setting is invalid
 */
export function readAuditRetention({ AUDIT_RETENTION_YEARS }: Variables): number | undefined {
  const { data, error } = auditSettings.AUDIT_RETENTION_YEARS.safeParse(AUDIT_RETENTION_YEARS || undefined);
  if (error)
    throw new OperatorError(
      `AUDIT_RETENTION_YEARS: ${error.issues.map(({ message }) => message).join('; ')}`,
    );
  return data;
}

/** Returns whether heads are posted to a URL, not appended to a file. */
export function isHttpUrl(target: string): boolean {
  return /^https?:\/\//i.test(target) && URL.canParse(target);
}
