import type { Problem } from '../operation-outcome';
import type { EncounterGroup } from './encounter-group';

interface CollectedRefusal {
  readonly problems: Problem[];
  others: number[];
}

export interface EncounterRefusal {
  readonly problems: readonly Problem[];
  /** The indexes of Encounters of the Bundle that were to be recorded before, if a conflict with them is the only cause. */
  readonly others: readonly number[];
}

/** Rolls back the transaction, with the reasons for each refused Encounter. */
export class EncountersRefusedError extends Error {
  /** @param refusals keyed by the index of the Encounter */
  constructor(readonly refusals: ReadonlyMap<number, EncounterRefusal>) {
    super('Encounters were refused');
  }
}

/** Collects the problems of all Encounters, to report them together. */
export class EncounterRefusals {
  private readonly refusals = new Map<number, CollectedRefusal>();

  /** @param other the Encounter of the Bundle that is the cause */
  add({ encounter: { index } }: EncounterGroup, problem: Problem, other?: EncounterGroup): void {
    const refusal = this.refusals.get(index) ?? { problems: [], others: [] };
    const { problems, others } = refusal;
    const hasOwnCause =
      !other || other.encounter.index === index || (problems.length > 0 && others.length === 0);
    if (hasOwnCause) refusal.others = [];
    else others.push(other.encounter.index);
    // Not a copy for each: an Encounter can have thousands of problems.
    problems.push(problem);
    this.refusals.set(index, refusal);
  }

  throwIfAny(): void {
    if (this.refusals.size > 0) throw new EncountersRefusedError(this.refusals);
  }
}
