import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../platform/access/caller';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { PathologyCatalogueService } from '../../modules/consultations';
import { type ParsedBundle, formatEntryPath } from './bundle/parse-bundle';
import type { EntryOutcome, Outcomes } from './bundle/entry-outcome';
import { getFhirBaseUrl } from './fhir-base-url';
import { type Problem, throwIfAnyProblem } from './operation-outcome';
import { FAILED_DEPENDENCY } from './encounters/subject';
import { type EncounterGroup, listEntryIndexes } from './encounters/encounter-group';
import { type EntryPlan, dependent, planEntries, listCandidatesByConcept } from './encounters/plan-entries';
import { EncountersRecorderService } from './encounters/encounters-recorder.service';
import { EncountersRefusedError } from './encounters/encounter-refusals';

/** Records what hospitals’ systems send as FHIR Bundles. */
@Injectable()
export class BundlesService {
  private readonly base: string;

  constructor(
    @Inject(ENVIRONMENT) { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
    private readonly dataSource: DataSource,
    private readonly catalogue: PathologyCatalogueService,
    private readonly recorder: EncountersRecorderService,
  ) {
    this.base = getFhirBaseUrl(PUBLIC_URL);
  }

  /**
   * Records the Encounters and Conditions of a Bundle: of a transaction all or none, of a batch each Encounter with its
   * Conditions for itself.
   * @returns what became of each entry, in order
   * @throws Refused for a transaction of which anything is refused
   */
  async record({ type, entries }: ParsedBundle, caller: Caller): Promise<EntryOutcome[]> {
    const candidates = listCandidatesByConcept(entries);
    const concepts = [...candidates.values()];
    const pathologies = {
      candidates,
      codes: await this.catalogue.byCodes(concepts.flatMap(({ codes }) => codes)),
      names: await this.catalogue.byKeys(concepts.flatMap(({ names }) => names.map(({ key }) => key))),
    };
    const plans = planEntries(entries, { pathologies, base: this.base });
    if (type === 'transaction') {
      // What is refused for another entry's sake tells nothing where all of them are.
      throwIfAnyProblem(plans.flatMap(problemsOf).filter(({ status }) => status !== FAILED_DEPENDENCY));
    }
    const groups = new Set(
      plans.flatMap((plan) => (plan.kind === 'visit' ? [plan.group] : [])),
    );
    const outcomes = await this.recordGroups([...groups], { caller, together: type === 'transaction' });
    return plans.map((plan, index) => {
      const outcome = plan.kind === 'visit' ? outcomes.get(index) : plan;
      if (!outcome) throw new Error('an entry without an outcome');
      return outcome;
    });
  }

  /**
   * What is refused is known once all is tried: the rest is then recorded without it, unless it belongs together. One that
   * only another visit of the Bundle stood in the way of is tried once more where that other is refused itself.
   */
  private async recordGroups(
    groups: readonly EncounterGroup[],
    { caller, together }: { caller: Caller; together: boolean },
  ): Promise<Outcomes> {
    const refused = new Map<EncounterGroup, readonly Problem[]>();
    const retried = new Set<EncounterGroup>();
    let waiting: EncounterGroup[] = [];
    let recorded: Outcomes = new Map();
    for (let remaining = groups; remaining.length > 0;) {
      const tried = remaining;
      try {
        recorded = await this.dataSource.transaction((manager) =>
          this.recorder.record(manager, tried, caller),
        );
        break;
      } catch (error) {
        if (!(error instanceof EncountersRefusedError)) throw error;
        if (together) throwIfAnyProblem([...error.refused.values()].flatMap(({ problems }) => problems));
        for (const [group, { problems, byAnother }] of error.refused) {
          refused.set(group, problems);
          if (byAnother && !retried.has(group)) waiting.push(group);
        }
        if ([...error.refused.values()].some(({ byAnother }) => !byAnother)) {
          for (const group of waiting) {
            refused.delete(group);
            retried.add(group);
          }
          waiting = [];
        }
        remaining = groups.filter((group) => !refused.has(group));
      }
    }
    return new Map([...[...refused].flatMap(([group, problems]) => refusals(group, problems)), ...recorded]);
  }
}

function problemsOf(plan: EntryPlan): Problem[] {
  return plan.kind === 'refused' ? plan.problems : [];
}

/** Every entry of a visit that is refused says why, or that another one is the reason. */
function refusals(group: EncounterGroup, problems: readonly Problem[]): (readonly [number, EntryOutcome])[] {
  return listEntryIndexes(group).map((index) => {
    const own = problems.filter(({ expression = '' }) => expression.startsWith(`${formatEntryPath(index)}.`));
    return [index, { kind: 'refused', problems: own.length > 0 ? own : [dependent(index)] }];
  });
}
