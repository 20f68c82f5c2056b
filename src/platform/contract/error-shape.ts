import type { RefusalDetails } from '../access/refusal-details';
import type { TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';

export type ErrorCode = TRPC_ERROR_CODE_KEY;
export type ErrorNumber = TRPC_ERROR_CODE_NUMBER;

/** An error as tRPC clients see it. In the response, `code` is the text of `data.code` (see `serializeError`). */
export interface ErrorShape {
  readonly message: string;
  readonly code: ErrorNumber;
  readonly data: ErrorDetails;
}

interface ErrorDetails extends RefusalDetails {
  readonly code: ErrorCode;
  readonly httpStatus: number;
  /** The procedure; absent if the request could not be read that far. */
  readonly path?: string;
  /** JSON-RPC number of the code. */
  readonly rpc: ErrorNumber;
}
