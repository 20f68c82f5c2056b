import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CountryScope } from '../../../shared/country';
import type { Locale } from '../../../shared/locale';
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
  /** Of a procedure whose result varies by it. */
  readonly language?: Locale | undefined;
  /** `RequestInput.textOf` of the call. */
  readonly input: string;
}

export type SharedByEveryone = Extract<ResponseSharing, { among: 'everyone' }>;

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
   * response everyone shares, or its result varies by language
   */
  onApplicationBootstrap(): void {
    for (const { path, contract } of proceduresOf(this.contracts)) {
      const { sharing, access, variesByLanguage } = contract;
      if (sharing?.among === 'scope') this.versions.assertDeclared(sharing.versions);
      if (sharing?.among === 'everyone' && access !== 'anyone')
        throw new TypeError(`${path} shares its response among everyone, and its access is not 'anyone'`);
      if (sharing?.among === 'everyone' && variesByLanguage)
        throw new TypeError(`${path} shares its response among everyone, and it varies by language`);
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

  /** Returns whether the response to an equal call is stored, which may be outdated. */
  isKnown(call: SharedCall): boolean {
    return this.store.has(keyOf(call));
  }

  /** Returns the stored response to a call without input that everyone shares. */
  find(path: string, sharing: SharedByEveryone): StoredBody | undefined {
    return this.store.find(keyOf({ path, sharing, caller: null, input: '' }), periodOf(sharing));
  }

  private async readVersion({ sharing, caller }: SharedCall): Promise<string> {
    if (sharing.among === 'everyone') return periodOf(sharing);
    // Some statistics depend on the current day.
    return `${dayOf(new Date())} ${await this.versions.read(sharing.versions, scopeOf(caller))}`;
  }
}

/** Returns the number of the period in which a response may be repeated. */
function periodOf({ maxAgeSeconds }: SharedByEveryone): string {
  return String(Math.floor(Date.now() / (1_000 * maxAgeSeconds)));
}

/** Returns the countries whose data a response can have. */
function scopeOf(caller: Caller | null): CountryScope {
  return caller?.country ?? '*';
}

function keyOf({ path, sharing, caller, language, input }: SharedCall): string {
  const scope = sharing.among === 'scope' && caller ? `${caller.role} ${caller.country ?? ''}` : '';
  return `${path} ${scope} ${language ?? ''} ${input}`;
}
