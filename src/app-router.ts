import * as features from './features';
import type { RouterOf } from './platform/contract/contract';

/** The contracts of all routers. */
export const contracts = { ...features };

/** The type for tRPC clients: `createTRPCClient<AppRouter>()`. */
export type AppRouter = RouterOf<typeof contracts>;
