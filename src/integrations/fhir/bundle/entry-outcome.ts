import type { Problem } from '../operation-outcome';

/** A resource that this request or an earlier one recorded. */
export interface StoredOutcome {
  readonly kind: 'stored';
  readonly isNew: boolean;
  readonly type: 'Encounter' | 'Condition';
  readonly id: string;
  readonly recordedAt: Date;
  /** Whether a retry would be recognised by an identifier or URL. */
  readonly hasIdentity: boolean;
  /** Why it is not counted, or not counted again. */
  readonly note?: 'voided' | 'duplicate' | undefined;
}

export interface IgnoredOutcome {
  readonly kind: 'ignored';
  /** `warning` for an Encounter or a Condition: the sender may have meant it to be counted. */
  readonly severity: 'warning' | 'information';
  readonly text: string;
}

interface RefusedOutcome {
  readonly kind: 'refused';
  readonly problems: readonly Problem[];
}

export type EntryOutcome = StoredOutcome | IgnoredOutcome | RefusedOutcome;

/** Keyed by the index of the entry. */
export type EntryOutcomes = ReadonlyMap<number, EntryOutcome>;
