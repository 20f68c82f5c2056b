import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { Database } from '../../platform/database/database';
import { PathologyCatalogueService } from '../../modules/consultations';
import { type ParsedBundle, formatEntryPath } from './bundle/parse-bundle';
import type { EntryOutcome, EntryOutcomes } from './bundle/entry-outcome';
import { getFhirBaseUrl } from './fhir-base-url';
import { type Problem, throwIfAnyProblem } from './operation-outcome';
import { FAILED_DEPENDENCY } from './encounters/subject';
import { type EncounterGroup, listEntryIndexes } from './encounters/encounter-group';
import { createDependencyProblem, listCandidatesByConcept, planEntries } from './encounters/plan-entries';
import { EncountersRecorderService } from './encounters/encounters-recorder.service';
import { EncountersRefusedError } from './encounters/encounter-refusals';

/** Attempts to record the groups of a batch together, which is much faster than each on its own. */
const MAX_JOINT_ATTEMPTS = 4;

/** Records FHIR Bundles. */
@Injectable()
export class BundlesService {
  private readonly baseUrl: string;

  constructor(
    @Inject(ENVIRONMENT) { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
    private readonly database: Database,
    private readonly catalogue: PathologyCatalogueService,
    private readonly recorder: EncountersRecorderService,
  ) {
    this.baseUrl = getFhirBaseUrl(PUBLIC_URL);
  }

  /**
   * Records the Encounters and Conditions of a Bundle: all or none of a transaction; in a batch, each Encounter with its
   * Conditions separately.
   * @returns the outcome of each entry, in order
   * @throws RefusedException if any entry of a transaction is refused
   */
  async record({ type, entries }: ParsedBundle, caller: Caller): Promise<EntryOutcome[]> {
    const isTransaction = type === 'transaction';
    const candidates = await listCandidatesByConcept(entries);
    const concepts = [...candidates.values()];
    const pathologies = {
      candidates,
      codes: await this.catalogue.findByCodes(concepts.flatMap(({ codes }) => codes)),
      names: await this.catalogue.findByNameKeys(
        concepts.flatMap(({ names }) => names.map(({ key }) => key)),
      ),
    };
    const plans = await planEntries(entries, { pathologies, baseUrl: this.baseUrl });
    if (isTransaction) {
      const problems = plans.flatMap((plan) => (plan.kind === 'refused' ? plan.problems : []));
      // A failed dependency only repeats that another entry was refused.
      throwIfAnyProblem(problems.filter(({ status }) => status !== FAILED_DEPENDENCY));
    }
    const groups = new Set(plans.flatMap((plan) => (plan.kind === 'record' ? [plan.group] : [])));
    const outcomes = await this.recordGroups([...groups], { caller, isTransaction });
    return plans.map((plan, index) => {
      const outcome = plan.kind === 'record' ? outcomes.get(index) : plan;
      if (!outcome) throw new Error('an entry has no outcome');
      return outcome;
    });
  }

  /**
   * In a batch, records all groups together; if some are refused, records the others without them, and after a few attempts
   * each on its own: refusals can come to light one by one. A group that only conflicts with another group is retried once
   * that other group is refused.
   */
  private async recordGroups(
    groups: readonly EncounterGroup[],
    { caller, isTransaction }: { caller: Caller; isTransaction: boolean },
  ): Promise<EntryOutcomes> {
    const refused = new Map<EncounterGroup, readonly Problem[]>();
    const retried = new Set<EncounterGroup>();
    let toRetry: EncounterGroup[] = [];
    let recorded: EntryOutcomes = new Map();
    let remaining = groups;
    for (let attempt = 1; remaining.length > 0; attempt += 1) {
      const attempted = remaining;
      if (attempt > MAX_JOINT_ATTEMPTS) {
        // One transaction: if the database goes away in the middle, a retry must not double what was recorded until then.
        recorded = await this.database.sharedTransaction(() =>
          this.recordSeparately(attempted, { caller, refused }),
        );
        break;
      }
      try {
        recorded = await this.database.transaction((transaction) =>
          this.recorder.record(transaction, attempted, caller),
        );
        break;
      } catch (error) {
        if (!(error instanceof EncountersRefusedError)) throw error;
        const refusals = [...error.refusals];
        if (isTransaction) throwIfAnyProblem(refusals.flatMap(([, { problems }]) => problems));
        for (const [group, { problems, isByOtherGroup }] of refusals) {
          refused.set(group, problems);
          if (isByOtherGroup && !retried.has(group)) toRetry.push(group);
        }
        if (refusals.some(([, { isByOtherGroup }]) => !isByOtherGroup)) {
          for (const group of toRetry) {
            refused.delete(group);
            retried.add(group);
          }
          toRetry = [];
        }
        remaining = groups.filter((group) => !refused.has(group));
      }
    }
    const refusedOutcomes = [...refused].flatMap(([group, problems]) => refuseEntries(group, problems));
    return new Map([...refusedOutcomes, ...recorded]);
  }

  /** Records each group in a savepoint of the shared transaction. Adds those that are refused to `refused`. */
  private async recordSeparately(
    groups: readonly EncounterGroup[],
    { caller, refused }: { caller: Caller; refused: Map<EncounterGroup, readonly Problem[]> },
  ): Promise<EntryOutcomes> {
    const recorded: [number, EntryOutcome][] = [];
    for (const group of groups) {
      try {
        const outcomes = await this.database.transaction((transaction) =>
          this.recorder.record(transaction, [group], caller),
        );
        recorded.push(...outcomes);
      } catch (error) {
        if (!(error instanceof EncountersRefusedError)) throw error;
        for (const [, { problems }] of error.refusals) refused.set(group, problems);
      }
    }
    return new Map(recorded);
  }
}

/** Returns an outcome for each entry of a refused group: its own problems, or a failed dependency. */
function refuseEntries(
  group: EncounterGroup,
  problems: readonly Problem[],
): (readonly [number, EntryOutcome])[] {
  return listEntryIndexes(group).map((index) => {
    const own = problems.filter(({ expression = '' }) => expression.startsWith(`${formatEntryPath(index)}.`));
    return [index, { kind: 'refused', problems: own.length > 0 ? own : [createDependencyProblem(index)] }];
  });
}
