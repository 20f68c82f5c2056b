import { z } from 'zod';
import { parseCountryOrUnknown } from '../../shared/country';
import { DASHBOARD_PARAMETERS, type DashboardParameter } from '../../shared/dashboard-parameters';
import { MAX_NAME_LENGTH } from '../../shared/own-names';
import { text } from '../../shared/text';

const MAX_QUERY_LENGTH = 4_000;

const name = text(1, MAX_NAME_LENGTH);
const isName = (value: string) => value === '' || name.safeParse(value).success;
const isCountry = (value: string) => parseCountryOrUnknown(value) !== undefined;

/** What the page cannot know or does not store. */
const STRICTER: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['country', isCountry],
  ['lines', isCountry],
  ['pathologies', isName],
  ['map', isName],
]);

const PARAMETERS: ReadonlyMap<string, DashboardParameter<unknown>> = new Map(
  Object.entries(DASHBOARD_PARAMETERS),
);

/** Returns what is wrong with the query of a view; undefined if nothing is. */
function describeProblem(parameters: URLSearchParams): string | undefined {
  if (parameters.size === 0) return 'must not be empty';
  for (const [key, value] of listEntries(parameters)) {
    const parameter = PARAMETERS.get(key);
    if (!parameter)
      return `the dashboard has no ${JSON.stringify(key)}; send only ${[...PARAMETERS.keys()].join(', ')}`;
    if (parameter.parse(value) === undefined || STRICTER.get(key)?.(value) === false)
      return `${key} must not be ${JSON.stringify(value)}`;
    if (parameters.getAll(key).length > parameter.maxTimes)
      return `expected ${key} at most ${parameter.maxTimes === 1 ? 'once' : `${parameter.maxTimes} times`}`;
  }
  return undefined;
}

/** Front ends that import the router compile without the types of iterators. */
function listEntries(parameters: URLSearchParams): [string, string][] {
  const entries: [string, string][] = [];
  parameters.forEach((value, key) => entries.push([key, value]));
  return entries;
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
