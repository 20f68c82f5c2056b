import type { Problem } from '../outcome';

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

/** What became of an entry. */
export type EntryOutcome =
  | Stored
  | { readonly kind: 'ignored'; readonly text: string }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

/** By the place of the entry. */
export type Outcomes = ReadonlyMap<number, EntryOutcome>;
