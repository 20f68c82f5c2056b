import type { Caller } from '../../access/caller';
import type { ProcedureContract } from '../../contract/contract';
import type { RequestContext } from '../context/request-context';
import type { IgnoredFields } from './ignored-fields';
import type { RequestInput } from './request-input';
import type { Target } from './target';

/** One call of a request. */
export interface Call {
  readonly context: RequestContext;
  readonly target: Target;
  readonly path: string;
  readonly input: RequestInput;
  readonly ignored: IgnoredFields;
  readonly index: number;
}

/** A call that its caller may make, within the limits. */
export interface AdmittedCall extends Call {
  readonly procedure: ProcedureContract;
  readonly caller: Caller | null;
}
