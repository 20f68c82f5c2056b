import type { Problem } from '../outcome';
import type { Visit } from './visit';

export interface Refusal {
  readonly problems: readonly Problem[];
  /** Whether nothing but another visit of the same Bundle stands in its way. */
  readonly byAnother: boolean;
}

/** Visits that cannot be recorded; the transaction is undone. */
export class VisitsRefused extends Error {
  constructor(readonly refused: ReadonlyMap<Visit, Refusal>) {
    super('visits were refused');
  }
}

/** What is wrong with some visits, gathered until all were looked at. */
export class Refusals {
  private readonly refused = new Map<Visit, Refusal>();

  add(visit: Visit, problem: Problem, byAnother = false): void {
    const before = this.refused.get(visit);
    this.refused.set(visit, {
      problems: [...(before?.problems ?? []), problem],
      byAnother: byAnother && before?.byAnother !== false,
    });
  }

  throwIfAny(): void {
    if (this.refused.size > 0) throw new VisitsRefused(this.refused);
  }
}
