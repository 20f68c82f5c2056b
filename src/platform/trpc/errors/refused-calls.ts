import { TRPCError } from '@trpc/server';
import type { RefusedAccessLog } from '../../refusals/refused-access-log';
import type { RequestContext } from '../context/request-context';

/** Logs the error of a call if access was refused. */
export function logIfRefused(
  log: RefusedAccessLog,
  error: unknown,
  { context, path }: { readonly context: RequestContext; readonly path: string | undefined },
): void {
  if (!(error instanceof TRPCError)) return;
  const { code } = error;
  if (code !== 'UNAUTHORIZED' && code !== 'FORBIDDEN') return;
  log.record({ path, code, address: context.address });
}
