import { Injectable, NotFoundException } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { accessibleRecords } from '../../../platform/access/accessible-records';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { Database } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import type { CountryCode } from '../../../shared/country';
import { isUuid } from '../../../shared/identifier';
import {
  ERASED_REASON,
  FIND_CONSULTATION,
  type FoundConsultation,
  VOID_CONSULTATION,
} from './consultation-void.sql';

interface VoidedConsultation {
  readonly id: string;
  readonly country: CountryCode;
  readonly reason: string;
  /** ISO 8601 in UTC. */
  readonly voidedAt: string;
}

/** Removes consultations that were recorded by mistake from the counts. Deletes nothing. */
@Injectable()
export class ConsultationVoidsService {
  constructor(
    private readonly database: Database,
    private readonly distribution: Distribution,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Voids a consultation of the caller; an administrator may void any of the account's country. Returns the first void if
   * there is one, so that callers can repeat a call. The reason is not stored if the patient is erased.
   * @throws NotFoundException if the consultation does not exist or the caller may not access it
   */
  async void(input: { id: string; reason: string }, caller: Caller): Promise<VoidedConsultation> {
    const found = await this.find(input.id, caller);
    const existing = toVoided(found);
    if (existing) return this.repeat(existing, found, caller);
    const { country, id } = found;
    const reason = found.isErased ? ERASED_REASON : input.reason;
    const values = {
      country,
      id,
      reason,
      accountId: caller.userId,
      ...this.audit.originOf(caller),
    };
    const created = await this.database.first(VOID_CONSULTATION, values);
    if (created) return { id, country, reason, voidedAt: created.voidedAt };
    const concurrent = toVoided(await this.find(id, caller));
    if (!concurrent) throw new Error('a consultation could not be voided and is not void');
    return this.repeat(concurrent, found, caller);
  }

  /** Returns the first void. The statement that voids writes the event of that one only. */
  private async repeat(
    voided: VoidedConsultation,
    { country, id }: FoundConsultation,
    caller: Caller,
  ): Promise<VoidedConsultation> {
    const details = { alreadyVoided: true };
    await this.audit.write([{ country, action: 'consultations.void', caller, records: [id], details }]);
    return voided;
  }

  private async find(id: string, caller: Caller): Promise<FoundConsultation> {
    const records = accessibleRecords(caller);
    const countries = await this.distribution.countriesOfRecords(records);
    const found = isUuid(id)
      ? await this.database.first(FIND_CONSULTATION, { id, ...records, countries })
      : undefined;
    if (!found) throw new NotFoundException('id: no such consultation');
    return found;
  }
}

/** Returns the void of a consultation. Its reason stays stored until the end of an erasure. */
function toVoided(found: FoundConsultation): VoidedConsultation | undefined {
  const { id, country, reason, voidedAt, isErased } = found;
  if (reason === null || voidedAt === null) return undefined;
  return { id, country, reason: isErased ? ERASED_REASON : reason, voidedAt };
}
