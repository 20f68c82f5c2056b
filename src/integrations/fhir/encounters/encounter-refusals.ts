import type { Problem } from '../operation-outcome';
import type { EncounterGroup } from './encounter-group';

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
  private readonly refusals = new Map<EncounterGroup, EncounterRefusal>();

  /** @param other the Encounter of the Bundle that is the cause */
  add(group: EncounterGroup, problem: Problem, other?: EncounterGroup): void {
    const { problems, others } = this.refusals.get(group) ?? { problems: [], others: [] };
    const hasOwnCause = !other || other === group || (problems.length > 0 && others.length === 0);
    this.refusals.set(group, {
      problems: [...problems, problem],
      others: hasOwnCause ? [] : [...others, other],
    });
  }

  throwIfAny(): void {
    if (this.refusals.size > 0) throw new EncountersRefusedError(this.refusals);
  }
}
