import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../src/app-router';

export type { AppRouter } from '../src/app-router';
export type { ErrorShape } from '../src/platform/contract/error-shape';

/** The input of each procedure: `Inputs['consultations']['record']`. */
export type Inputs = inferRouterInputs<AppRouter>;

type RouterOutputs = inferRouterOutputs<AppRouter>;

/** The output of each procedure: `Outputs['consultations']['record']`; for a subscription, one event. */
export type Outputs = {
  [Router in keyof RouterOutputs]: {
    [Name in keyof RouterOutputs[Router]]: RouterOutputs[Router][Name] extends AsyncIterable<{
      data: infer Event;
    }>
      ? Event
      : RouterOutputs[Router][Name];
  };
};
