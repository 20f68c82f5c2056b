import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CountryScope } from '../../../shared/country';
import { dayOf } from '../../../shared/period';
import type { Caller } from '../../access/caller';
import type { ResponseSharing } from '../../contract/contract';
import { CONTRACTS, type Contracts } from '../../contract/contracts.token';
import { proceduresOf } from '../../contract/procedures';
import { DataVersions } from '../../database/data-versions';
import { ResponseStore, type StoredBody } from './response-store';

interface SharedCall {
  readonly path: string;
  readonly sharing: ResponseSharing;
  readonly caller: Caller | null;
  /** `RequestInput.textOf` of the call. */
  readonly input: string;
}

/** Returns the responses that callers share (`sharing` of the contract). The caller's access has been checked. */
@Injectable()
export class SharedResponsesService implements OnApplicationBootstrap {
  private readonly store = new ResponseStore();

  constructor(
    private readonly versions: DataVersions,
    @Inject(CONTRACTS) private readonly contracts: Contracts,
  ) {}

  /**
   * @throws TypeError if a contract names a version that no module declares, or if not everyone may call a procedure whose
   * response everyone shares
   */
  onApplicationBootstrap(): void {
    for (const { path, contract } of proceduresOf(this.contracts)) {
      const { sharing, access } = contract;
      if (sharing?.among === 'scope') this.versions.assertDeclared(sharing.versions);
      if (sharing?.among === 'everyone' && access !== 'anyone')
        throw new TypeError(`${path} shares its response among everyone, and its access is not 'anyone'`);
    }
  }

  /**
   * @param compute returns JSON text. Among callers of one scope, it depends on nothing of the caller but its role and country;
   * among everyone, on nothing of the caller
   */
  get(call: SharedCall, compute: () => Promise<string>): Promise<StoredBody> {
    const readVersion = () => this.readVersion(call);
    return this.store.get(keyOf(call), { readVersion, compute, hasEtag: call.sharing.among === 'everyone' });
  }

  private async readVersion({ sharing, caller }: SharedCall): Promise<string> {
    const now = new Date();
    if (sharing.among === 'everyone')
      return String(Math.floor(now.getTime() / (1_000 * sharing.maxAgeSeconds)));
    // Some statistics depend on the current day.
    return `${dayOf(now)} ${await this.versions.read(sharing.versions, scopeOf(caller))}`;
  }
}

/** Returns the countries whose data a response can have. */
function scopeOf(caller: Caller | null): CountryScope {
  return caller === null || caller.role === 'admin' ? '*' : (caller.country ?? '*');
}

function keyOf({ path, sharing, caller, input }: SharedCall): string {
  const scope = sharing.among === 'scope' && caller ? `${caller.role} ${caller.country ?? ''}` : '';
  return `${path} ${scope} ${input}`;
}
