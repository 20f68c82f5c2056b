import type { Problem } from '../operation-outcome';

/** A resource that is there, recorded now or before. */
export interface Stored {
  readonly kind: 'stored';
  readonly isNew: boolean;
  readonly type: 'Encounter' | 'Condition';
  readonly id: string;
  readonly recordedAt: Date;
  /** Whether it would be recognised if it were sent again. */
  readonly named: boolean;
  /** Why it does not count, or not once more. */
  readonly note?: 'voided' | 'repeated' | undefined;
}

/** What is not recorded. */
export interface Ignored {
  readonly kind: 'ignored';
  /** An Encounter or a Condition may have been meant to count; of other types, nothing is recorded. */
  readonly severity: 'warning' | 'information';
  readonly text: string;
}

/** What became of an entry. */
export type EntryOutcome =
  Stored | Ignored | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

/** By the place of the entry. */
export type Outcomes = ReadonlyMap<number, EntryOutcome>;
