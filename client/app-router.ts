import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../src/app-router';

export type { AppRouter } from '../src/app-router';
export type { ErrorShape } from '../src/platform/trpc/errors/error-shape';

/** What each procedure takes: `Inputs['consultations']['record']`. */
export type Inputs = inferRouterInputs<AppRouter>;

type Answers = inferRouterOutputs<AppRouter>;

/** What each procedure answers: `Outputs['consultations']['record']`; of a subscription, one event. */
export type Outputs = {
  [Router in keyof Answers]: {
    [Name in keyof Answers[Router]]: Answers[Router][Name] extends AsyncIterable<{ data: infer Event }>
      ? Event
      : Answers[Router][Name];
  };
};
