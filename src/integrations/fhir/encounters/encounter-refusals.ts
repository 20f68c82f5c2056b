import type { Problem } from '../operation-outcome';
import type { EncounterGroup } from './encounter-group';

export interface EncounterRefusal {
  readonly problems: readonly Problem[];
  /** Whether nothing but another visit of the same Bundle stands in its way. */
  readonly byAnother: boolean;
}

/** Visits that cannot be recorded; the transaction is undone. */
export class EncountersRefusedError extends Error {
  constructor(readonly refused: ReadonlyMap<EncounterGroup, EncounterRefusal>) {
    super('visits were refused');
  }
}

/** What is wrong with some visits, gathered until all were looked at. */
export class EncounterRefusals {
  private readonly refused = new Map<EncounterGroup, EncounterRefusal>();

  add(group: EncounterGroup, problem: Problem, byAnother = false): void {
    const before = this.refused.get(group);
    this.refused.set(group, {
      problems: [...(before?.problems ?? []), problem],
      byAnother: byAnother && before?.byAnother !== false,
    });
  }

  throwIfAny(): void {
    if (this.refused.size > 0) throw new EncountersRefusedError(this.refused);
  }
}
