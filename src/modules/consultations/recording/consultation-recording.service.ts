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
import { recordConsultations } from './consultation-batch';
import { ConsultationCheckService } from './consultation-check.service';
import { FIND_CONSULTATIONS_OF_ITEMS } from './consultation-recording.sql';
import { GroupedRecordingService } from './grouped-recording.service';
import { type ItemOutcome, refuse, toException, toOutcome } from './item-outcome';
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

  /**
   * Records many consultations in the caller's transaction, which should record only one batch (see `recordConsultations`) and
   * writes the audit event.
   * Returns the outcomes in the order of the consultations.
   * @throws StalePathologyError if another transaction gave a name its pathology meanwhile
   */
  async recordInTransaction(
    transaction: Transaction,
    consultations: readonly NewConsultation[],
    caller: Caller,
  ): Promise<ItemOutcome[]> {
    const checked = await this.checks.check(transaction, consultations, caller);
    const rows = checked.flatMap((item) => ('row' in item ? item.row : []));
    if (rows.length === 0) return checked.filter((item) => 'status' in item);
    const recordedIds = await recordConsultations(transaction, rows, caller.userId);
    await this.checks.assertCurrent(
      transaction,
      checked.filter((item) => 'row' in item),
    );
    const items = rows.map(({ item, country, external_id, digest, equal_digests, earlier_digests }) => ({
      item,
      country,
      id: recordedIds.get(item) ?? null,
      external_id,
      digest,
      equal_digests,
      earlier_digests,
    }));
    const values = {
      items: JSON.stringify(items),
      accountId: caller.userId,
      countries: await this.distribution.countriesOf(caller.userId),
    };
    const unnamed = items.filter(({ item }) => recordedIds.get(item) === null);
    const found = await this.distribution.findClaimed(items.length - unnamed.length, () =>
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

  private async recordAll(
    consultations: readonly NewConsultation[],
    caller: Caller,
    action: string,
  ): Promise<ItemOutcome[]> {
    if (consultations.length === 0) return [];
    return repeatRecording(this.database, () =>
      this.database.transaction(async (transaction) => {
        const outcomes = await this.recordInTransaction(transaction, consultations, caller);
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
