import type { Problem } from '../operation-outcome';
import type { EncounterGroup } from './encounter-group';

export interface EncounterRefusal {
  readonly problems: readonly Problem[];
  /** Whether the only cause is a conflict with another Encounter of the Bundle. */
  readonly isByOtherGroup: boolean;
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

  add(group: EncounterGroup, problem: Problem, isByOtherGroup = false): void {
    const earlier = this.refusals.get(group);
    this.refusals.set(group, {
      problems: [...(earlier?.problems ?? []), problem],
      isByOtherGroup: isByOtherGroup && earlier?.isByOtherGroup !== false,
    });
  }

  throwIfAny(): void {
    if (this.refusals.size > 0) throw new EncountersRefusedError(this.refusals);
  }
}
