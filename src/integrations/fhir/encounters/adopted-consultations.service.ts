import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/database';
import { addTo, groupBy } from '../../../shared/groups';
import { ConsultationRecordsService } from '../../../modules/consultations';
import type { ConsultationOfEncounter } from './encounters.sql';
import { type Case, type ResolvedCase, formatPathology, formatStoredPathology } from './resolved-cases';

/** The consultations that Conditions are to adopt. */
export interface AdoptedConsultations {
  /** The id of the consultation of each Condition. */
  readonly ids: ReadonlyMap<Case['condition'], string>;
  /** The ids of consultations of the same Encounters that could not be adopted when these were chosen. */
  readonly unadoptable: ReadonlySet<string>;
}

/** Finds the records of Conditions that were sent without identifiers before: the first identifier of each adopts it. */
@Injectable()
export class AdoptedConsultationsService {
  constructor(private readonly records: ConsultationRecordsService) {}

  /**
   * Returns the consultations that no identifier has adopted, keyed by Encounter and pathology. If another one of the pathology
   * counts, voided ones are left out: they may have been voided because they were counted twice.
   * @param recorded the consultations of Encounters
   */
  async findAdoptable(
    transaction: Transaction,
    recorded: readonly ConsultationOfEncounter[],
  ): Promise<Map<string, string[]>> {
    const candidates = [...groupBy(recorded, formatStoredPathology).values()].flatMap((all) => {
      const counted = all.filter(({ voidedAt }) => voidedAt === null);
      return (counted.length > 0 ? counted : all).filter(({ isUnidentified }) => isUnidentified);
    });
    const adopters = new Set(await this.listAdopters(transaction, candidates));
    const adoptable = new Map<string, string[]>();
    for (const each of candidates)
      if (!adopters.has(each.id)) addTo(adoptable, formatStoredPathology(each), each.id);
    return adoptable;
  }

  /**
   * Chooses what identified Conditions adopt: one for each identifier.
   * @param cases those that will be recorded otherwise
   * @param recorded the consultations of their Encounters
   */
  async choose(
    transaction: Transaction,
    cases: readonly Case[],
    recorded: readonly ConsultationOfEncounter[],
  ): Promise<AdoptedConsultations> {
    const adoptable = await this.findAdoptable(transaction, recorded);
    const adoptableIds = new Set([...adoptable.values()].flat());
    // The first Condition of an identifier gets its record.
    const first = [...groupBy(cases, ({ condition }) => condition.externalId).values()].flatMap(
      ([one]) => one ?? [],
    );
    const ids = new Map(
      first.flatMap((one) => {
        const id = adoptable.get(formatPathology(one))?.shift();
        return id === undefined ? [] : [[one.condition, id]];
      }),
    );
    return {
      ids,
      unadoptable: new Set(recorded.flatMap(({ id }) => (adoptableIds.has(id) ? [] : id))),
    };
  }

  /**
   * Returns whether the consultations of cases have one adopter each, and are not erased.
   * @param stored the consultations of their Encounters
   */
  async areAdoptedOnce(
    transaction: Transaction,
    cases: readonly ResolvedCase[],
    stored: readonly ConsultationOfEncounter[],
  ): Promise<boolean> {
    const numbers = new Map(cases.map(({ consultation: { id, patientId } }) => [id, patientId]));
    const adopted = stored.filter(({ id, patientId }) => numbers.get(id) === patientId);
    const adopters = await this.listAdopters(transaction, adopted);
    return adopted.length === cases.length && adopters.length === cases.length;
  }

  /** Returns the id of each consultation, once for each identifier that has adopted it. */
  private async listAdopters(
    transaction: Transaction,
    consultations: readonly ConsultationOfEncounter[],
  ): Promise<string[]> {
    const own = new Map(consultations.map(({ id, externalId }) => [id, externalId]));
    const claims = await this.records.findClaims(consultations, transaction);
    return claims.flatMap(({ id, externalId }) => (own.get(id) === externalId ? [] : id));
  }
}
