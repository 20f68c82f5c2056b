import { parseArgs } from 'node:util';
import { CommandError } from '../../platform/command-line/command';
import { getErrorMessage } from '../../platform/config/operator-error';
import { type CountryCode, parseCountryOrUnknown } from '../../shared/country';
import { toVisibleText } from '../../shared/invisible-characters';
import type { PatientChoice } from './patient-choice';

/** A person: a patient of a country, or the holder of an account. */
export type Subject = { readonly patient: PatientChoice } | { readonly account: string };

export interface SubjectOptions {
  readonly subject: Subject;
  readonly confirm: boolean;
}

/** The part of a usage that explains the choice of a patient. */
export const CHOICE_USAGE = `A number is unique in its clinic only. If records of several accounts, or with several identifier systems of FHIR, have
the number, they are listed, and options choose which are of the patient. Each may be repeated:
  --recorded-by <id or e-mail address>  records of this account
  --system <URI>                        records with this identifier system
  --without-system                      records without an identifier system`;

/** @throws CommandError with the usage */
export function parseSubjectOptions(args: readonly string[], usage: string): SubjectOptions {
  const fail = (reason: string): never => {
    throw new CommandError(`${reason}\n\n${usage}`);
  };
  const { values, positionals } = readArguments(args, fail);
  const { account, confirm = false, ...choice } = values;
  if (account !== undefined) {
    if (positionals.length > 0 || Object.keys(choice).length > 0)
      fail('Give a patient with --country, or --account, not both.');
    return { subject: { account }, confirm };
  }
  const [patientId = '', ...rest] = positionals;
  if (patientId.trim() === '' || rest.length > 0) fail('Give the number of one patient.');
  const patient = {
    patientId: toVisibleText(patientId).trim(),
    country: parseCountry(choice.country, fail),
    recordedBy: choice['recorded-by'] ?? [],
    systems: [...(choice.system ?? []), ...(choice['without-system'] ? [null] : [])],
  };
  return { subject: { patient }, confirm };
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
      options: {
        country: { type: 'string' },
        'recorded-by': { type: 'string', multiple: true },
        system: { type: 'string', multiple: true },
        'without-system': { type: 'boolean' },
        account: { type: 'string' },
        confirm: { type: 'boolean' },
      },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    return fail(getErrorMessage(error));
  }
}
