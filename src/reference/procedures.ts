import type { ProcedureContract } from '../trpc/contract';
import type { Contracts } from '../trpc/contracts.token';

/** A procedure as the documents name it. */
export interface DocumentedProcedure {
  readonly router: string;
  readonly name: string;
  /** `<router>.<procedure>`, as it is called. */
  readonly path: string;
  readonly contract: ProcedureContract;
}

/** Every procedure, router by router. */
export function proceduresOf(contracts: Contracts): DocumentedProcedure[] {
  return Object.entries(contracts).flatMap(([router, procedures]) =>
    Object.entries(procedures).map(([name, contract]) => ({
      router,
      name,
      path: `${router}.${name}`,
      contract,
    })),
  );
}

/** The documented request of a call: its input under `0.json`. */
export function requestBody(input: unknown): object {
  return { 0: { json: input } };
}

/** The documented answer of a call that worked. */
export function answerBody(output: unknown): object {
  return { result: { data: { json: output } } };
}
