import type { ProcedureContract } from './contract';
import type { Contracts } from './contracts.token';

/** A procedure with its names and its contract. */
export interface ContractedProcedure {
  readonly router: string;
  readonly name: string;
  /** `<router>.<procedure>`. */
  readonly path: string;
  readonly contract: ProcedureContract;
}

/** Lists the procedures of all routers. */
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
