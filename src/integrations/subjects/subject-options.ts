import { parseArgs } from 'node:util';
import { CommandError } from '../../platform/command-line/command';
import { getErrorMessage } from '../../platform/config/operator-error';
import { type CountryCode, parseCountryOrUnknown } from '../../shared/country';
import type { Patient } from './patient-records';

/** A person: a patient of a country, or the holder of an account. */
export type Subject = { readonly patient: Patient } | { readonly account: string };

export interface SubjectOptions {
  readonly subject: Subject;
  readonly confirm: boolean;
}

/** @throws CommandError with the usage */
export function parseSubjectOptions(args: readonly string[], usage: string): SubjectOptions {
  const fail = (reason: string): never => {
    throw new CommandError(`${reason}\n\n${usage}`);
  };
  const { values, positionals } = readArguments(args, fail);
  const { country, account, confirm = false } = values;
  if (account !== undefined) {
    if (positionals.length > 0 || country !== undefined)
      fail('Give a patient with --country, or --account, not both.');
    return { subject: { account }, confirm };
  }
  const [patientId = '', ...rest] = positionals;
  if (patientId.trim() === '' || rest.length > 0) fail('Give the number of one patient.');
  return {
    subject: { patient: { patientId: patientId.trim(), country: parseCountry(country, fail) } },
    confirm,
  };
}

function parseCountry(text: string | undefined, fail: (reason: string) => never): CountryCode {
  const country = text === undefined ? undefined : parseCountryOrUnknown(text);
  return (
    country ??
    fail('--country: required, an ISO 3166-1 country code such as KE, or ZZ for an unknown country.')
  );
}

function readArguments(args: readonly string[], fail: (reason: string) => never) {
  try {
    return parseArgs({
      args: [...args],
      options: { country: { type: 'string' }, account: { type: 'string' }, confirm: { type: 'boolean' } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    return fail(getErrorMessage(error));
  }
}
