import type { TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';

export type ErrorCode = TRPC_ERROR_CODE_KEY;
export type ErrorNumber = TRPC_ERROR_CODE_NUMBER;

/** An error as it leaves, and as a genuine client sees it (there with a number for `code`). */
export interface ErrorShape {
  readonly message: string;
  readonly code: ErrorNumber;
  readonly data: ErrorDetails;
}

export interface ErrorDetails {
  readonly code: ErrorCode;
  readonly httpStatus: number;
  /** The procedure; absent where the request named none that could be read. */
  readonly path?: string;
  /** JSON-RPC's number of the code. */
  readonly rpc: ErrorNumber;
}
