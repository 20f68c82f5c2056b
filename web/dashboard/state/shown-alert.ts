import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../src/app-router';
import type { Selection } from '../selection';

/** An alert of the figure. */
export interface ShownAlert {
  /** Name that is the same in every language. */
  readonly id: string;
  readonly country: string;
  readonly selection: Selection;
}

/** An alert with what was done about it. */
export type HandledAlert = inferRouterOutputs<AppRouter>['health']['alertHandling']['data'];
