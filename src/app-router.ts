import * as features from './features';
import type { RouterOf } from './platform/contract/implementation-types';

/** The contracts of the platform's own routers; those of `FEATURES` are not included. */
export const contracts = { ...features };

/** The type for tRPC clients: `createTRPCClient<AppRouter>()`. */
export type AppRouter = RouterOf<typeof contracts>;
