import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../platform/access/caller';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { PathologyCatalogueService } from '../../modules/consultations';
import { type ReadBundle, entryPath } from './bundle/bundle-entries';
import type { EntryOutcome, Outcomes } from './bundle/entry-outcome';
import { fhirBase } from './fhir-base';
import { type Problem, refuseIfAny } from './outcome';
import { DEPENDENT } from './encounters/subject';
import { type Visit, indexesOf } from './encounters/visit';
import { type Intention, dependent, intentionsOf, namingsOf } from './encounters/visits';
import { VisitsRecorderService } from './encounters/visits-recorder.service';
import { VisitsRefused } from './encounters/visits-refused';

/** Records what hospitals’ systems send as FHIR Bundles. */
@Injectable()
export class BundlesService {
  private readonly base: string;

  constructor(
    @Inject(ENVIRONMENT) { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
    private readonly dataSource: DataSource,
    private readonly catalogue: PathologyCatalogueService,
    private readonly recorder: VisitsRecorderService,
  ) {
    this.base = fhirBase(PUBLIC_URL);
  }

  /**
   * Records the Encounters and Conditions of a Bundle: of a transaction all or none, of a batch each Encounter with its
   * Conditions for itself.
   * @returns what became of each entry, in order
   * @throws Refused for a transaction of which anything is refused
   */
  async record({ type, entries }: ReadBundle, caller: Caller): Promise<EntryOutcome[]> {
    const namings = namingsOf(entries);
    const concepts = [...namings.values()];
    const pathologies = {
      namings,
      codes: await this.catalogue.byCodes(concepts.flatMap(({ codes }) => codes)),
      names: await this.catalogue.byKeys(concepts.flatMap(({ names }) => names.map(({ key }) => key))),
    };
    const intentions = intentionsOf(entries, { pathologies, base: this.base });
    if (type === 'transaction') {
      // What is refused for another entry's sake tells nothing where all of them are.
      refuseIfAny(intentions.flatMap(problemsOf).filter(({ status }) => status !== DEPENDENT));
    }
    const visits = new Set(
      intentions.flatMap((intention) => (intention.kind === 'visit' ? [intention.visit] : [])),
    );
    const outcomes = await this.recordVisits([...visits], { caller, together: type === 'transaction' });
    return intentions.map((intention, index) => {
      const outcome = intention.kind === 'visit' ? outcomes.get(index) : intention;
      if (!outcome) throw new Error('an entry without an outcome');
      return outcome;
    });
  }

  /**
   * What is refused is known once all is tried: the rest is then recorded without it, unless it belongs together. One that
   * only another visit of the Bundle stood in the way of is tried once more where that other is refused itself.
   */
  private async recordVisits(
    visits: readonly Visit[],
    { caller, together }: { caller: Caller; together: boolean },
  ): Promise<Outcomes> {
    const refused = new Map<Visit, readonly Problem[]>();
    const retried = new Set<Visit>();
    let waiting: Visit[] = [];
    let recorded: Outcomes = new Map();
    for (let remaining = visits; remaining.length > 0;) {
      const tried = remaining;
      try {
        recorded = await this.dataSource.transaction((manager) =>
          this.recorder.record(manager, tried, caller),
        );
        break;
      } catch (error) {
        if (!(error instanceof VisitsRefused)) throw error;
        if (together) refuseIfAny([...error.refused.values()].flatMap(({ problems }) => problems));
        for (const [visit, { problems, byAnother }] of error.refused) {
          refused.set(visit, problems);
          if (byAnother && !retried.has(visit)) waiting.push(visit);
        }
        if ([...error.refused.values()].some(({ byAnother }) => !byAnother)) {
          for (const visit of waiting) {
            refused.delete(visit);
            retried.add(visit);
          }
          waiting = [];
        }
        remaining = visits.filter((visit) => !refused.has(visit));
      }
    }
    return new Map([...[...refused].flatMap(([visit, problems]) => refusals(visit, problems)), ...recorded]);
  }
}

function problemsOf(intention: Intention): Problem[] {
  return intention.kind === 'refused' ? intention.problems : [];
}

/** Every entry of a visit that is refused says why, or that another one is the reason. */
function refusals(visit: Visit, problems: readonly Problem[]): (readonly [number, EntryOutcome])[] {
  return indexesOf(visit).map((index) => {
    const own = problems.filter(({ expression = '' }) => expression.startsWith(`${entryPath(index)}.`));
    return [index, { kind: 'refused', problems: own.length > 0 ? own : [dependent(index)] }];
  });
}
