import { z } from 'zod';
import { parseCountryOrUnknown } from '../../shared/country';
import { MAX_TREND_LINES, TREND_STEPS, TREND_YEARS } from '../../shared/dashboard-values';
import { LOCALES } from '../../shared/locale';
import { MAX_NAME_LENGTH } from '../../shared/own-names';
import { parsePeriod } from '../../shared/period';
import { text } from '../../shared/text';

const MAX_QUERY_LENGTH = 4_000;

/** A parameter of the dashboard's address. */
interface ViewParameter {
  readonly maxTimes: number;
  readonly isValid: (value: string) => boolean;
}

const name = text(1, MAX_NAME_LENGTH);
const isName = (value: string) => name.safeParse(value).success;
const isCountry = (value: string) => parseCountryOrUnknown(value) !== undefined;
const isMonth = (value: string) => parsePeriod(value)?.kind === 'month';

function once(isValid: ViewParameter['isValid']): ViewParameter {
  return { maxTimes: 1, isValid };
}

function oneOf(...values: readonly string[]): ViewParameter {
  return once((value) => values.includes(value));
}

/** The parameters that the dashboard reads, in the order in which they are stored. */
const PARAMETERS: ReadonlyMap<string, ViewParameter> = new Map([
  ['period', once((value) => parsePeriod(value) !== undefined)],
  ['country', once(isCountry)],
  // Empty if the reader has removed all lines.
  ['pathologies', { maxTimes: MAX_TREND_LINES, isValid: (value) => value === '' || isName(value) }],
  ['slots', once((value) => new RegExp(`^[1-${MAX_TREND_LINES}]{1,${MAX_TREND_LINES}}$`).test(value))],
  ['map', once(isName)],
  ['lines', { maxTimes: MAX_TREND_LINES, isValid: isCountry }],
  ['years', oneOf(...TREND_YEARS.map(String))],
  ['from', once(isMonth)],
  ['to', once(isMonth)],
  ['by', oneOf(...TREND_STEPS)],
  ['show', oneOf('rates')],
  ['lang', oneOf(...LOCALES)],
]);

/** Returns what is wrong with the query of a view; undefined if nothing is. */
function describeProblem(parameters: URLSearchParams): string | undefined {
  if (parameters.size === 0) return 'must not be empty';
  for (const [key, value] of parameters) {
    const parameter = PARAMETERS.get(key);
    if (!parameter)
      return `the dashboard has no ${JSON.stringify(key)}; send only ${[...PARAMETERS.keys()].join(', ')}`;
    if (!parameter.isValid(value)) return `${key} must not be ${JSON.stringify(value)}`;
    if (parameters.getAll(key).length > parameter.maxTimes)
      return `expected ${key} at most ${parameter.maxTimes === 1 ? 'once' : `${parameter.maxTimes} times`}`;
  }
  return undefined;
}

/** Schema of the query of a dashboard's address, with or without `?`; parsed to its parameters in one order, without `?`. */
export const viewQuerySchema = text(1, MAX_QUERY_LENGTH).transform((value, context): string => {
  const parameters = new URLSearchParams(value);
  const problem = describeProblem(parameters);
  if (problem !== undefined) {
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  }
  const ordered = [...PARAMETERS.keys()].flatMap((key) =>
    parameters.getAll(key).map((each): [string, string] => [key, each]),
  );
  return new URLSearchParams(ordered).toString();
});
