import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../src/app-router';
import { api } from './api';

type Inputs = inferRouterInputs<AppRouter>['health'];
type Outputs = inferRouterOutputs<AppRouter>['health'];

/** The `data` field of a procedure's output. */
export type DataOf<
  Name extends 'summary' | 'pathologies' | 'pathologyTrend' | 'countryBreakdown' | 'medications' | 'alerts',
> = Outputs[Name]['data'];

export interface Query<Data> {
  /** Equal for equal procedures and inputs. */
  readonly key: string;
  readonly run: (signal: AbortSignal) => Promise<{ readonly data: Data }>;
}

export const queries = {
  summary: (input: Inputs['summary']): Query<DataOf<'summary'>> => ({
    key: cacheKey('summary', input),
    run: (signal) => api.health.summary.query(input, { signal }),
  }),
  pathologies: (input: Inputs['pathologies']): Query<DataOf<'pathologies'>> => ({
    key: cacheKey('pathologies', input),
    run: (signal) => api.health.pathologies.query(input, { signal }),
  }),
  pathologyTrend: (input: Inputs['pathologyTrend']): Query<DataOf<'pathologyTrend'>> => ({
    key: cacheKey('pathologyTrend', input),
    run: (signal) => api.health.pathologyTrend.query(input, { signal }),
  }),
  countryBreakdown: (input: Inputs['countryBreakdown']): Query<DataOf<'countryBreakdown'>> => ({
    key: cacheKey('countryBreakdown', input),
    run: (signal) => api.health.countryBreakdown.query(input, { signal }),
  }),
  medications: (input: Inputs['medications']): Query<DataOf<'medications'>> => ({
    key: cacheKey('medications', input),
    run: (signal) => api.health.medications.query(input, { signal }),
  }),
  alerts: (input: Inputs['alerts']): Query<DataOf<'alerts'>> => ({
    key: cacheKey('alerts', input),
    run: (signal) => api.health.alerts.query(input, { signal }),
  }),
};

function cacheKey(procedure: string, input: object): string {
  const defined = Object.entries(input).filter(([, value]) => value !== undefined);
  return `${procedure} ${JSON.stringify(defined.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}
