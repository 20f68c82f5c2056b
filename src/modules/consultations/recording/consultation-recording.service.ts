import { ForbiddenException, Injectable, UnprocessableEntityException } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { resolveRecordCountry } from '../../../platform/access/record-country';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { touchedRecords } from '../../../platform/contract/audit-rule';
import { Database, type Transaction } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { CountryCode } from '../../../shared/country';
import type { CheckedItem } from '../../../shared/checked-item';
import { nameKey } from '../../../shared/name-key';
import { formatProblems } from '../../../shared/problems';
import { cutText } from '../../../shared/text';
import type { ConsultationDetails } from '../consultation-details.sql';
import { describeFullNames } from '../pathologies/full-names';
import { PathologyCatalogueService } from '../pathologies/pathology-catalogue.service';
import { EDITIONS, formatPathologyCode, isWhoIcd10, type PathologyCode } from '../pathologies/pathology-code';
import { recordConsultations, toConsultationRow } from './consultation-batch';
import {
  CREATE_PATHOLOGY,
  FIND_CONSULTATIONS_OF_ITEMS,
  FIND_EARLIER_CLAIMS,
  LOCK_PATHOLOGY,
} from './consultation-recording.sql';
import { GroupedRecordingService } from './grouped-recording.service';
import {
  type AcceptedItem,
  type ItemOutcome,
  type Refusal,
  refuse,
  toException,
  toOutcome,
} from './item-outcome';

/** Of a name, in characters. */
const MAX_NAME_LENGTH = 200;

/** A consultation as a caller sends it, with a name or a code of its pathology. If it has both, the code counts. */
export interface NewConsultation {
  readonly patientId: string;
  readonly pathologyName?: string | undefined;
  readonly pathologyCode?: PathologyCode | undefined;
  readonly consultationDate: Date;
  /** The account's own number: the consultation is recorded once, however often it is sent. */
  readonly externalId?: string | undefined;
  /** The external id that an earlier release made for the same consultation, if it differs. */
  readonly earlierExternalId?: string | undefined;
  /** The account's own country by default. */
  readonly country?: CountryCode | undefined;
}

/** The outcomes of many consultations, in their order. */
export interface RecordingResult {
  readonly recorded: number;
  readonly alreadyRecorded: number;
  readonly refused: number;
  readonly results: ItemOutcome[];
}

/** Records consultations of a caller and counts them. */
@Injectable()
export class ConsultationRecordingService {
  constructor(
    private readonly database: Database,
    private readonly catalogue: PathologyCatalogueService,
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
    // Grouped writes are faster than one transaction each.
    if (pathologyName !== undefined && pathologyCode === undefined && externalId === undefined)
      return this.recordByName({ ...consultation, pathologyName }, caller);
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
   */
  async recordInTransaction(
    transaction: Transaction,
    consultations: readonly NewConsultation[],
    caller: Caller,
  ): Promise<ItemOutcome[]> {
    const checked = await this.check(
      transaction,
      await this.restoreIds(transaction, consultations, caller),
      caller,
    );
    const rows = checked.flatMap((item) => ('row' in item ? item.row : []));
    if (rows.length === 0) return checked.filter((item) => 'status' in item);
    const recordedIds = await recordConsultations(transaction, rows, caller.userId);
    const items = rows.map(({ item, country, external_id, digest, decomposed_digest, earlier_digests }) => ({
      item,
      country,
      id: recordedIds.get(item) ?? null,
      external_id,
      digest,
      decomposed_digest,
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
    return this.database.transaction(async (transaction) => {
      const outcomes = await this.recordInTransaction(transaction, consultations, caller);
      const touched = touchedRecords(
        outcomes.flatMap((outcome) => (outcome.status === 'refused' ? [] : outcome.consultation)),
      );
      await this.audit.writeIn(
        transaction,
        touched.map((each) => ({ ...each, action, caller })),
      );
      return outcomes;
    });
  }

  /**
   * Returns the consultations with the ids under which an earlier release recorded them, so that they are recognised. It gave
   * one id to names that differ in the sign of a number: the id is that of the recorded name.
   */
  private async restoreIds(
    transaction: Transaction,
    consultations: readonly NewConsultation[],
    { userId: accountId }: Caller,
  ): Promise<readonly NewConsultation[]> {
    const externalIds = consultations.flatMap(({ earlierExternalId }) => earlierExternalId ?? []);
    if (externalIds.length === 0) return consultations;
    const countries = await this.distribution.countriesOf(accountId);
    const rows = await transaction.rows(FIND_EARLIER_CLAIMS, { accountId, externalIds, countries });
    const keys = new Map(rows.map(({ externalId, pathologyName }) => [externalId, nameKey(pathologyName)]));
    return consultations.map((each) => {
      const { earlierExternalId, pathologyName } = each;
      if (earlierExternalId === undefined || pathologyName === undefined) return each;
      return keys.get(earlierExternalId) === nameKey(pathologyName)
        ? { ...each, externalId: earlierExternalId }
        : each;
    });
  }

  private async check(
    transaction: Transaction,
    consultations: readonly NewConsultation[],
    caller: Caller,
  ): Promise<(AcceptedItem | Refusal)[]> {
    const codes = consultations.flatMap(({ pathologyCode }) => pathologyCode ?? []);
    const byCode = await this.catalogue.findByCodes(codes, transaction);
    const claimedKeys = consultations.flatMap(({ externalId, pathologyName }) =>
      externalId === undefined || pathologyName === undefined ? [] : nameKey(pathologyName),
    );
    const byKey = await this.catalogue.findByNameKeys(claimedKeys, transaction);
    return mapInTurns(consultations, (consultation, item) => {
      const { pathologyCode, externalId } = consultation;
      const known = pathologyCode && byCode.get(formatPathologyCode(pathologyCode));
      if (pathologyCode && !known && !isWhoIcd10(pathologyCode))
        return refuse('BAD_REQUEST', describeUnknownCode(pathologyCode));
      const ownName = pathologyCode
        ? nameOfCode(pathologyCode, consultation.pathologyName)
        : consultation.pathologyName;
      const pathologyName = known?.name ?? ownName;
      if (pathologyName === undefined) throw new TypeError('a consultation has no pathology');
      const country = resolveCountry(caller, consultation.country);
      if (typeof country !== 'string') return country;
      // A code is one pathology of the country, whatever it is called.
      const codeKey = pathologyCode && !known ? nameKey(pathologyCode.code) : undefined;
      const key = known?.key ?? codeKey ?? nameKey(pathologyName);
      const pathologyKey = byKey.get(key)?.key ?? key;
      const row = toConsultationRow(
        { ...consultation, pathologyName, country },
        { item, externalId, pathologyKey, codeKey },
      );
      return { row, pathologyKey, pathologyField: pathologyCode ? 'pathologyCode' : 'pathologyName' };
    });
  }

  private async recordByName(
    consultation: NewConsultation & { readonly pathologyName: string },
    caller: Caller,
  ): Promise<ConsultationDetails> {
    const { patientId, pathologyName, consultationDate } = consultation;
    const country = resolveRecordCountry(caller, consultation.country, 'country');
    const key = nameKey(pathologyName);
    const values = {
      key,
      country,
      patientId,
      consultedAt: consultationDate.toISOString(),
      accountId: caller.userId,
      ...this.audit.originOf(caller),
    };
    const recorded = await this.groups.record(values);
    if (recorded) return recorded;
    const newName = { country, key, name: pathologyName };
    // Concurrent calls with new names of the country wait for each other: each counts what the others have created.
    await this.database.transaction(async (transaction) => {
      const countries = await transaction.rows(LOCK_PATHOLOGY, newName);
      if (countries.length > 0) await transaction.run(CREATE_PATHOLOGY, newName);
    });
    const retried = await this.groups.record(values);
    if (!retried) throw new UnprocessableEntityException(describeFullNames('pathologyName'));
    return retried;
  }
}

function resolveCountry(caller: Caller, requested: CountryCode | undefined): CountryCode | Refusal {
  try {
    return resolveRecordCountry(caller, requested, 'country');
  } catch (error) {
    if (error instanceof ForbiddenException) return refuse('FORBIDDEN', error.message);
    throw error;
  }
}

/** Returns the name of a pathology of one country that has a code and no entry in the catalogue. */
function nameOfCode({ code }: PathologyCode, display: string | undefined): string {
  return display === undefined ? code : cutText(`${code} ${display}`, MAX_NAME_LENGTH);
}

function describeUnknownCode(code: PathologyCode): string {
  return `pathologyCode: "${formatPathologyCode(code)}" is not in the catalogue, which follows ${EDITIONS[code.classification]}; send pathologyName where no code fits`;
}
