import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../src/contract';

export type { AppRouter } from '../src/contract';
export type { ErrorShape } from '../src/trpc/error-shape';

/** What each procedure takes: `Inputs['consultations']['record']`. */
export type Inputs = inferRouterInputs<AppRouter>;

/** What each procedure answers: `Outputs['consultations']['record']`. */
export type Outputs = inferRouterOutputs<AppRouter>;
