import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { AppRouterHost } from 'nestjs-trpc';
import type { ProcedureContract } from '../contract/contract';
import { CONTRACTS, type Contracts } from '../contract/contracts.token';
import { routerNameOf } from './procedure.decorator';
import { proceduresOf } from '../contract/procedures';

/**
 * Stops the start of the application if the running procedures differ from the contracts. nestjs-trpc exposes all methods of
 * a router class, decorated or not, and of two routers with the same name it uses the last.
 */
@Injectable()
export class ContractCheck implements OnApplicationBootstrap {
  constructor(
    private readonly host: AppRouterHost,
    private readonly discovery: DiscoveryService,
    @Inject(CONTRACTS) private readonly contracts: Contracts,
  ) {}

  onApplicationBootstrap(): void {
    const problems = [...this.findDifferences(), ...this.findDuplicateRouters()];
    if (problems.length > 0) throw new Error(`Routers and contracts differ:\n  ${problems.join('\n  ')}`);
  }

  private *findDifferences(): Generator<string> {
    const running = runningProcedures(this.host.appRouter._def.procedures);
    for (const { path, contract } of proceduresOf(this.contracts)) {
      const definition = running.get(path)?._def;
      running.delete(path);
      if (!definition) yield `${path} is in the contract and has no method`;
      else if (definition.meta?.contract !== contract) yield `${path} is not decorated with its own contract`;
      else if (definition.type !== contract.kind) yield `${path} runs as a ${definition.type}`;
      yield* findAuditProblems(path, contract);
    }
    for (const path of running.keys()) yield `${path} is exposed and in no contract`;
  }

  private *findDuplicateRouters(): Generator<string> {
    const names = new Set<string>();
    for (const { metatype } of this.discovery.getProviders()) {
      const name = metatype ? routerNameOf(metatype) : undefined;
      if (name === undefined) continue;
      if (names.has(name)) yield `two routers are called ${name}`;
      names.add(name);
    }
  }
}

/** A contract from outside of this program may lack the rule, although its type requires it. */
function* findAuditProblems(path: string, { audit, sharing }: Partial<ProcedureContract>): Generator<string> {
  if (audit === undefined)
    yield `${path} declares no audit: 'none', 'service' or the data that its calls touch`;
  else if (sharing?.among === 'everyone' && audit !== 'none')
    yield `${path} shares its response among everyone, and its audit is not 'none'`;
}

interface RunningProcedure {
  readonly _def: { readonly type: string; readonly meta?: { readonly contract?: unknown } };
}

/** @param procedures those of tRPC's router, which has no types for them */
function runningProcedures(procedures: unknown): Map<string, RunningProcedure> {
  if (typeof procedures !== 'object' || procedures === null)
    throw new TypeError('a router without procedures');
  const entries: [string, unknown][] = Object.entries(procedures);
  return new Map(entries.flatMap(([path, procedure]) => (isProcedure(procedure) ? [[path, procedure]] : [])));
}

function isProcedure(value: unknown): value is RunningProcedure {
  return typeof value === 'function' && '_def' in value;
}
