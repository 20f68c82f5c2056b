import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { resolveRecordCountry } from '../../../platform/access/record-country';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { touchedRecords } from '../../../platform/contract/audit-rule';
import { Database, type Transaction } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { CheckedItem } from '../../../shared/checked-item';
import { nameKey } from '../../../shared/name-key';
import { formatProblems } from '../../../shared/problems';
import type { ConsultationDetails } from '../consultation-details.sql';
import { describeFullNames } from '../pathologies/full-names';
import { type ConsultationRow, recordConsultations } from './consultation-batch';
import { ConsultationCheckService } from './consultation-check.service';
import { FIND_CONSULTATIONS_OF_ITEMS } from './consultation-recording.sql';
import { GroupedRecordingService } from './grouped-recording.service';
import {
  type CheckedConsultation,
  type ClaimedConsultation,
  type ItemOutcome,
  refuse,
  toClaimed,
  toException,
  toOutcome,
} from './item-outcome';
import type { NewConsultation } from './new-consultation';
import { repeatRecording } from './repeated-recording';

/** The outcomes of many consultations, in their order. */
export interface RecordingResult {
  readonly recorded: number;
  readonly alreadyRecorded: number;
  readonly refused: number;
  readonly results: ItemOutcome[];
}

type NamedConsultation = NewConsultation & { readonly pathologyName: string };

/** Records consultations of a caller and counts them. */
@Injectable()
export class ConsultationRecordingService {
  constructor(
    private readonly database: Database,
    private readonly checks: ConsultationCheckService,
    private readonly groups: GroupedRecordingService,
    private readonly distribution: Distribution,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Records a consultation. Returns the first record if the account used the external id before.
   * @throws BadRequestException if the catalogue does not have the code
   * @throws ForbiddenException if the account may not record for the country
   * @throws ConflictException if the external id was used with other content
   * @throws UnprocessableEntityException if the pathology is new and the country has the maximum of its own
   */
  async record(consultation: NewConsultation, caller: Caller): Promise<ConsultationDetails> {
    const { pathologyName, pathologyCode, externalId } = consultation;
    // Grouped writes are faster than one transaction each, which a new name needs: it must not stay if the record fails.
    if (pathologyName !== undefined && pathologyCode === undefined && externalId === undefined) {
      const recorded = await this.recordByName({ ...consultation, pathologyName }, caller);
      if (recorded) return recorded;
    }
    const [outcome] = await this.recordAll([consultation], caller, 'consultations.record');
    if (!outcome) throw new Error('a consultation has no outcome');
    if (outcome.status === 'refused') throw toException(outcome);
    return outcome.consultation;
  }

  /** Records many consultations in one transaction. A refused one does not stop the others. */
  async recordMany(items: readonly CheckedItem<NewConsultation>[], caller: Caller): Promise<RecordingResult> {
    const checked = await mapInTurns(items, (item) => item.check());
    const valid = checked.flatMap(({ data }) => data ?? []);
    const outcomes = (await this.recordAll(valid, caller, 'consultations.recordMany')).values();
    const results = await mapInTurns(checked, (item): ItemOutcome => {
      if (!item.success) return refuse('BAD_REQUEST', formatProblems(item.error));
      const { value } = outcomes.next();
      if (!value) throw new Error('a consultation has no outcome');
      return value;
    });
    const count = (status: ItemOutcome['status']) =>
      results.filter((result) => result.status === status).length;
    return {
      recorded: count('recorded'),
      alreadyRecorded: count('alreadyRecorded'),
      refused: count('refused'),
      results,
    };
  }

  /** Checks consultations before `recordChecked` records them. Returns the row or the refusal of each, in order. */
  check(
    transaction: Transaction,
    consultations: readonly NewConsultation[],
    caller: Caller,
  ): Promise<CheckedConsultation[]> {
    return this.checks.check(transaction, consultations, caller);
  }

  /**
   * Returns the consultations that have the external ids of checked ones, and what `recordChecked` will do with these unless
   * another transaction changes it.
   */
  async findClaimed(
    transaction: Transaction,
    checked: readonly CheckedConsultation[],
    caller: Caller,
  ): Promise<ReadonlyMap<CheckedConsultation, ClaimedConsultation>> {
    const items = checked.flatMap((item) => ('row' in item && item.row.external_id !== null ? item : []));
    if (items.length === 0) return new Map();
    const rows = items.map(({ row }) => row);
    const found = await transaction.rows(FIND_CONSULTATIONS_OF_ITEMS, await this.toValues(rows, caller));
    const byItem = new Map(found.map(({ item, ...stored }) => [item, stored]));
    return new Map(
      items.flatMap((item) => {
        const stored = byItem.get(item.row.item);
        return stored ? [[item, toClaimed(item, stored)]] : [];
      }),
    );
  }

  /**
   * Records checked consultations in the caller's transaction, which should record only one batch (see `recordConsultations`) and
   * writes the audit event.
   * Returns the outcomes in the order of the consultations.
   * @throws StalePathologyError if another transaction gave a name its pathology meanwhile
   */
  async recordChecked(
    transaction: Transaction,
    checked: readonly CheckedConsultation[],
    caller: Caller,
  ): Promise<ItemOutcome[]> {
    const rows = checked.flatMap((item) => ('row' in item ? item.row : []));
    if (rows.length === 0) return checked.filter((item) => 'status' in item);
    const recordedIds = await recordConsultations(transaction, rows, caller.userId);
    await this.checks.assertCurrent(
      transaction,
      checked.filter((item) => 'row' in item),
    );
    const values = await this.toValues(rows, caller, recordedIds);
    const unnamed = rows.filter(({ item }) => recordedIds.get(item) === null);
    const found = await this.distribution.findClaimed(rows.length - unnamed.length, () =>
      transaction.rows(FIND_CONSULTATIONS_OF_ITEMS, values),
    );
    const byItem = new Map(found.map(({ item, ...stored }) => [item, stored]));
    return mapInTurns(checked, (item) => {
      if ('status' in item) return item;
      const stored = byItem.get(item.row.item);
      if (stored) return toOutcome(item, stored);
      if (recordedIds.get(item.row.item) === null)
        return refuse('UNPROCESSABLE_CONTENT', describeFullNames(item.pathologyField));
      throw new Error('a consultation was neither recorded nor claimed');
    });
  }

  /** Returns the parameters of `FIND_CONSULTATIONS_OF_ITEMS`. */
  private async toValues(
    rows: readonly ConsultationRow[],
    { userId: accountId }: Caller,
    recordedIds: ReadonlyMap<number, string | null> = new Map(),
  ) {
    const items = rows.map(({ item, country, external_id, digest, equal_digests, earlier_digests }) => ({
      item,
      country,
      id: recordedIds.get(item) ?? null,
      external_id,
      digest,
      equal_digests,
      earlier_digests,
    }));
    return {
      items: JSON.stringify(items),
      accountId,
      countries: await this.distribution.countriesOf(accountId),
    };
  }

  private async recordAll(
    consultations: readonly NewConsultation[],
    caller: Caller,
    action: string,
  ): Promise<ItemOutcome[]> {
    if (consultations.length === 0) return [];
    return repeatRecording(this.database, () =>
      this.database.transaction(async (transaction) => {
        const checked = await this.check(transaction, consultations, caller);
        const outcomes = await this.recordChecked(transaction, checked, caller);
        const touched = touchedRecords(
          outcomes.flatMap((outcome) => (outcome.status === 'refused' ? [] : outcome.consultation)),
        );
        await this.audit.writeIn(
          transaction,
          touched.map((each) => ({ ...each, action, caller })),
        );
        return outcomes;
      }),
    );
  }

  /** Records a consultation without an external id; returns null if its pathology is new. */
  private async recordByName(
    { patientId, pathologyName, consultationDate, country }: NamedConsultation,
    caller: Caller,
  ): Promise<ConsultationDetails | null> {
    return this.groups.record({
      key: nameKey(pathologyName),
      country: resolveRecordCountry(caller, country, 'country'),
      patientId,
      consultedAt: consultationDate.toISOString(),
      accountId: caller.userId,
      ...this.audit.originOf(caller),
    });
  }
}
