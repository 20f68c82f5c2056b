import type { Problem } from '../operation-outcome';
import type { EncounterGroup } from './encounter-group';

interface CollectedRefusal {
  readonly problems: Problem[];
  others: EncounterGroup[];
}

export interface EncounterRefusal {
  readonly problems: readonly Problem[];
  /** The only cause, if it is a conflict with Encounters of the Bundle that were to be recorded before. */
  readonly others: readonly EncounterGroup[];
}

/** Rolls back the transaction, with the reasons for each refused Encounter. */
export class EncountersRefusedError extends Error {
  constructor(readonly refusals: ReadonlyMap<EncounterGroup, EncounterRefusal>) {
    super('Encounters were refused');
  }
}

/** Collects the problems of all Encounters, to report them together. */
export class EncounterRefusals {
  private readonly refusals = new Map<EncounterGroup, CollectedRefusal>();

  /** @param other the Encounter of the Bundle that is the cause */
  add(group: EncounterGroup, problem: Problem, other?: EncounterGroup): void {
    const refusal = this.refusals.get(group) ?? { problems: [], others: [] };
    const { problems, others } = refusal;
    const hasOwnCause = !other || other === group || (problems.length > 0 && others.length === 0);
    if (hasOwnCause) refusal.others = [];
    else others.push(other);
    // Not a copy for each: an Encounter can have thousands of problems.
    problems.push(problem);
    this.refusals.set(group, refusal);
  }

  throwIfAny(): void {
    if (this.refusals.size > 0) throw new EncountersRefusedError(this.refusals);
  }
}
