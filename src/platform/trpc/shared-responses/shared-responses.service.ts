import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../access/caller';
import type { ProcedureContract, ResponseSharing } from '../../contract/contract';
import { CONTRACTS, type Contracts } from '../../contract/contracts.token';
import { proceduresOf } from '../../contract/procedures';
import { DataVersions } from '../../database/data-versions';
import { dayOf } from '../../../shared/period';
import { ResponseStore, type StoredBody } from './response-store';

interface SharedCall {
  readonly path: string;
  readonly sharing: ResponseSharing;
  readonly caller: Caller | null;
  /** JSON text of the input. */
  readonly input: string;
}

/** Returns the responses that callers share (`sharing` of the contract). The caller's access has been checked. */
@Injectable()
export class SharedResponsesService implements OnModuleInit {
  private readonly store = new ResponseStore();

  constructor(
    private readonly versions: DataVersions,
    @Inject(CONTRACTS) private readonly contracts: Contracts,
  ) {}

  /** @throws TypeError if a contract has a version that is not declared */
  onModuleInit(): void {
    for (const { path, contract } of proceduresOf(this.contracts))
      for (const name of versionsOf(contract))
        if (!this.versions.isDeclared(name))
          throw new TypeError(`${path}: no data version is called ${name}`);
  }

  get(call: SharedCall, compute: () => Promise<string>): Promise<StoredBody> {
    return this.store.get(keyOf(call), () => this.readVersion(call.sharing), compute);
  }

  private readVersion(sharing: ResponseSharing): string | Promise<string> {
    const now = new Date();
    if (sharing.among === 'everyone')
      return String(Math.floor(now.getTime() / (1_000 * sharing.maxAgeSeconds)));
    // Some statistics depend on the current day.
    return this.versions.read(sharing.versions).then((version) => `${dayOf(now)} ${version}`);
  }
}

function versionsOf({ sharing }: ProcedureContract): readonly string[] {
  return sharing?.among === 'scope' ? sharing.versions : [];
}

/** A response depends on the role and the country of the caller, not on the account. */
function keyOf({ path, sharing, caller, input }: SharedCall): string {
  const scope = sharing.among === 'scope' && caller ? `${caller.role} ${caller.country ?? ''}` : '';
  return `${path} ${scope} ${input}`;
}
