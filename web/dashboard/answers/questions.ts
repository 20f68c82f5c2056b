import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../src/app-router';
import { api } from './api';

type Inputs = inferRouterInputs<AppRouter>['health'];
type Outputs = inferRouterOutputs<AppRouter>['health'];

/** What a procedure answers, without its envelope. */
export type DataOf<
  Name extends 'summary' | 'pathologies' | 'pathologyTrend' | 'countryBreakdown' | 'medications' | 'alerts',
> = Outputs[Name]['data'];

/** A call of a procedure that reads, which gives the same answer however often it is made. */
export interface Question<Data> {
  /** The same for the same call. */
  readonly key: string;
  readonly ask: (signal: AbortSignal) => Promise<{ readonly data: Data }>;
}

export const questions = {
  summary: (input: Inputs['summary']): Question<DataOf<'summary'>> => ({
    key: keyOf('summary', input),
    ask: (signal) => api.health.summary.query(input, { signal }),
  }),
  pathologies: (input: Inputs['pathologies']): Question<DataOf<'pathologies'>> => ({
    key: keyOf('pathologies', input),
    ask: (signal) => api.health.pathologies.query(input, { signal }),
  }),
  trend: (input: Inputs['pathologyTrend']): Question<DataOf<'pathologyTrend'>> => ({
    key: keyOf('pathologyTrend', input),
    ask: (signal) => api.health.pathologyTrend.query(input, { signal }),
  }),
  byCountry: (input: Inputs['countryBreakdown']): Question<DataOf<'countryBreakdown'>> => ({
    key: keyOf('countryBreakdown', input),
    ask: (signal) => api.health.countryBreakdown.query(input, { signal }),
  }),
  medications: (input: Inputs['medications']): Question<DataOf<'medications'>> => ({
    key: keyOf('medications', input),
    ask: (signal) => api.health.medications.query(input, { signal }),
  }),
  alerts: (input: Inputs['alerts']): Question<DataOf<'alerts'>> => ({
    key: keyOf('alerts', input),
    ask: (signal) => api.health.alerts.query(input, { signal }),
  }),
};

function keyOf(procedure: string, input: object): string {
  const named = Object.entries(input).filter(([, value]) => value !== undefined);
  return `${procedure} ${JSON.stringify(named.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}
