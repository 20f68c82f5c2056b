import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../src/app-router';
import { queryLanguage } from './query-language';
import { identityOf } from '../selection';
import { api } from './api';

type Inputs = inferRouterInputs<AppRouter>['health'];
type Outputs = inferRouterOutputs<AppRouter>['health'];

/** The `data` field of a procedure's output. */
export type DataOf<
  Name extends
    | 'summary'
    | 'pathologyComparison'
    | 'countryBreakdown'
    | 'medications'
    | 'alerts'
    | 'reporting'
    | 'searchPathologies',
> = Outputs[Name]['data'];

/** Lines of pathologies or of countries. */
export interface TrendData {
  readonly periods: readonly string[];
  /** The years of the population that rates refer to. */
  readonly populationYears: readonly (number | null)[];
  readonly lines: readonly TrendLine[];
  /** The pathology of which the lines are countries; its id is the name in English. */
  readonly pathology?: { readonly id: string; readonly name: string };
}

interface TrendLine {
  /** The same in every language: a name in English, or the code of a country. */
  readonly id: string;
  /** Of a pathology. */
  readonly name?: string;
  /** Null if the account may not see them. */
  readonly counts: readonly number[] | null;
  /** Cases per 100,000 inhabitants; null if the population is unknown. */
  readonly rates: readonly (number | null)[];
}

/** A query whose result is cached. */
export interface CacheKey {
  /** Equal for equal languages, procedures and inputs. */
  readonly key: string;
  /** Whether the result names members of staff: it stays in memory. */
  readonly hasNames?: boolean;
}

export interface Query<Data> extends CacheKey {
  readonly run: (signal: AbortSignal) => Promise<{ readonly data: Data }>;
}

export const queries = {
  summary: define('summary', api.health.summary.query),
  pathologyComparison: define('pathologyComparison', api.health.pathologyComparison.query),
  pathologyTrend: define('pathologyTrend', async (input: Inputs['pathologyTrend'], options) => {
    const { series, ...periods } = (await api.health.pathologyTrend.query(input, options)).data;
    const lines = series.map((row) => ({
      id: identityOf(row),
      name: row.name,
      counts: row.counts,
      rates: row.per100000,
    }));
    return { data: { ...periods, lines } satisfies TrendData };
  }),
  countryTrend: define('countryTrend', async (input: Inputs['countryTrend'], options) => {
    const { periods, populationYears, countries, ...row } = (
      await api.health.countryTrend.query(input, options)
    ).data;
    const lines = countries.map(({ country, counts, per100000 }) => ({
      id: country,
      counts,
      rates: per100000 ?? [],
    }));
    const pathology = { id: identityOf(row), name: row.name };
    return { data: { pathology, periods, populationYears, lines } satisfies TrendData };
  }),
  countryBreakdown: define('countryBreakdown', api.health.countryBreakdown.query),
  medications: define('medications', api.health.medications.query),
  searchPathologies: define('searchPathologies', api.health.searchPathologies.query),
  reporting: define('reporting', api.health.reporting.query),
  // With those who have acknowledged them.
  alerts: define('alerts', api.health.alerts.query, { hasNames: true }),
};

/** Returns a function from the input of a procedure to its query. */
function define<Input extends object, Data>(
  procedure: string,
  run: (input: Input, options: { readonly signal: AbortSignal }) => Promise<{ readonly data: Data }>,
  options: Pick<CacheKey, 'hasNames'> = {},
): (input: Input) => Query<Data> {
  return (input) => ({
    ...options,
    key: cacheKey(procedure, input),
    run: (signal) => run(input, { signal }),
  });
}

function cacheKey(procedure: string, input: object): string {
  const defined = Object.entries(input).filter(([, value]) => value !== undefined);
  return `${queryLanguage()} ${procedure} ${JSON.stringify(defined.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}
