import { Injectable, NotFoundException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { recordsOf } from '../../../platform/access/records-of';
import { isUuid } from '../../../shared/identifier';
import { FIND_CONSULTATION, VOID_CONSULTATION } from './consultation-void.sql';
import { slotOfWriter } from '../counts/count-slot';

export interface VoidedConsultation {
  readonly id: string;
  /** Of the first void, as all of this. */
  readonly reason: string;
  readonly voidedAt: string;
}

interface Void {
  readonly reason: string;
  readonly voided_at: Date;
}

/** A consultation, and its void where it has one. */
type FoundConsultation = { readonly country: string; readonly id: string } & (
  Void | { readonly reason: null; readonly voided_at: null }
);

/** Takes consultations that were recorded by mistake out of the counts. Nothing is ever deleted. */
@Injectable()
export class ConsultationVoidsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Voids a consultation that the caller recorded; an administrator, anybody's. One that is voided already is answered
   * with its first void, so that a caller who does not know whether a call arrived can repeat it.
   * @throws NotFoundException for a consultation that is not there, or was recorded by somebody else
   */
  async void({ id, reason }: { id: string; reason: string }, caller: Caller): Promise<VoidedConsultation> {
    const found = await this.find(id, caller);
    if (found.reason !== null) return answer(found.id, found);
    const values = [found.country, found.id, reason, caller.userId, slotOfWriter()];
    const [voided] = await this.dataSource.query<Void[]>(VOID_CONSULTATION, values);
    if (voided) return answer(found.id, voided);
    const meanwhile = await this.find(id, caller);
    if (meanwhile.reason === null) throw new Error('a consultation could not be voided and is not void');
    return answer(meanwhile.id, meanwhile);
  }

  private async find(id: string, caller: Caller): Promise<FoundConsultation> {
    const [found] = isUuid(id)
      ? await this.dataSource.query<FoundConsultation[]>(FIND_CONSULTATION, [id, recordsOf(caller)])
      : [];
    if (!found) throw new NotFoundException('id: no such consultation');
    return found;
  }
}

function answer(id: string, { reason, voided_at }: Void): VoidedConsultation {
  return { id, reason, voidedAt: voided_at.toISOString() };
}
