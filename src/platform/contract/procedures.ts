import type { ProcedureContract } from './contract';
import type { Contracts } from './contracts.token';

/** A procedure by all of its names. */
export interface ContractedProcedure {
  readonly router: string;
  readonly name: string;
  /** `<router>.<procedure>`, as it is called. */
  readonly path: string;
  readonly contract: ProcedureContract;
}

/** Every procedure, router by router. */
export function proceduresOf(contracts: Contracts): ContractedProcedure[] {
  return Object.entries(contracts).flatMap(([router, procedures]) =>
    Object.entries(procedures).map(([name, contract]) => ({
      router,
      name,
      path: `${router}.${name}`,
      contract,
    })),
  );
}
