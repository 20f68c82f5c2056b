import { Injectable, NotFoundException } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { restrictToOwner } from '../../../platform/access/restrict-to-owner';
import { Database } from '../../../platform/database/database';
import { isUuid } from '../../../shared/identifier';
import { pickCountSlot } from '../counts/count-slot';
import {
  FIND_CONSULTATION,
  FIND_OWN_CONSULTATION,
  VOID_CONSULTATION,
  type VoidedConsultation,
} from './consultation-void.sql';

/** Removes consultations that were recorded by mistake from the counts. Deletes nothing. */
@Injectable()
export class ConsultationVoidsService {
  constructor(private readonly database: Database) {}

  /**
   * Voids a consultation of the caller; an administrator may void any. Returns the first void if there is one, so that
   * callers can repeat a call.
   * @throws NotFoundException if the consultation does not exist or another account recorded it
   */
  async void({ id, reason }: { id: string; reason: string }, caller: Caller): Promise<VoidedConsultation> {
    const { country, ...found } = await this.find(id, caller);
    if (isVoided(found)) return found;
    const values = { country, id: found.id, reason, accountId: caller.userId, slot: pickCountSlot() };
    const voided = await this.database.first(VOID_CONSULTATION, values);
    if (voided) return voided;
    const { country: _country, ...concurrent } = await this.find(id, caller);
    if (isVoided(concurrent)) return concurrent;
    throw new Error('a consultation could not be voided and is not void');
  }

  private async find(id: string, caller: Caller) {
    const found = isUuid(id) ? await this.findById(id, restrictToOwner(caller)) : undefined;
    if (!found) throw new NotFoundException('id: no such consultation');
    return found;
  }

  private findById(id: string, accountId: string | null) {
    return accountId === null
      ? this.database.first(FIND_CONSULTATION, { id })
      : this.database.first(FIND_OWN_CONSULTATION, { id, accountId });
  }
}

type PossiblyVoided = { readonly [Field in keyof VoidedConsultation]: VoidedConsultation[Field] | null };

function isVoided(found: PossiblyVoided): found is VoidedConsultation {
  return found.voidedAt !== null;
}
