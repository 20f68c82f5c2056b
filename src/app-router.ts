import * as features from './features';
import type { RouterOf } from './platform/contract/contract';

/** Everything that the platform exposes, by router. */
export const contracts = { ...features };

/** The type for genuine tRPC clients: `createTRPCClient<AppRouter>()`. */
export type AppRouter = RouterOf<typeof contracts>;
