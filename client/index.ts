export { TRPCClientError, isTRPCClientError } from '@trpc/client';
export type { AppRouter, Inputs, Outputs } from './app-router';
export { type ClientCredentials, clientCredentials } from './client-credentials';
export {
  type CallContext,
  type HealthClient,
  type HealthClientOptions,
  createHealthClient,
} from './health-client';
export { TokenError, type TokenSource } from './token-source';
