import type { ALERT_ACTS, Handling } from './handling.schema';

/** What somebody did about an alert. */
export interface Act {
  readonly act: (typeof ALERT_ACTS)[number];
  readonly content: string | null;
  readonly by: string | null;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** An act that is to be stored. */
export type NewAct = Pick<Act, 'act' | 'content'>;

/** Returns what was done about an episode. @param acts on it, oldest first */
export function summarizeActs(acts: readonly Act[]): Handling {
  const acknowledged = acts.find(({ act }) => act === 'acknowledge');
  const assigned = acts.findLast(({ act }) => act === 'assign');
  return {
    acknowledged: acknowledged ? { by: acknowledged.by, at: acknowledged.at } : null,
    assigned:
      assigned && assigned.content !== null
        ? { to: assigned.content, by: assigned.by, at: assigned.at }
        : null,
    notes: acts.filter(({ act }) => act === 'note').length,
  };
}
