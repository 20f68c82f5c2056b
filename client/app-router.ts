import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../src/app-router';

export type { AppRouter } from '../src/app-router';
export type { ErrorShape } from '../src/platform/contract/error-shape';

/** Input type of each procedure: `Inputs['consultations']['record']`. */
export type Inputs = inferRouterInputs<AppRouter>;

type RouterOutputs = inferRouterOutputs<AppRouter>;

/** Output type of each procedure, one event for a subscription: `Outputs['consultations']['record']`. */
export type Outputs = {
  [Router in keyof RouterOutputs]: {
    [Name in keyof RouterOutputs[Router]]: RouterOutputs[Router][Name] extends AsyncIterable<{
      data: infer Event;
    }>
      ? Event
      : RouterOutputs[Router][Name];
  };
};
