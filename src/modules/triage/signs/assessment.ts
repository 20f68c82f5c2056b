import type { Locale } from '../../../shared/locale';
import { URGENCIES, type Urgency } from '../../../shared/urgency';
import type { Circumstance, Context, DangerSign } from './danger-sign';

/** What a message says of somebody's danger. */
export interface Assessment {
  readonly urgency: Urgency;
  /** Signs of an emergency, the most dangerous first. Empty if the danger has no sign that is sure enough for first aid. */
  readonly signs: readonly DangerSign[];
  /** What found an emergency: a red-flag phrase, only the weights of the classifier, or only a language model. */
  readonly source: 'phrase' | 'weights' | 'model';
  /** Whether a language model may lower an emergency: the weights alone found it, and it is no wish to die. */
  readonly isDoubtful: boolean;
  /** The language of the message. */
  readonly language: Locale;
  /** What is known of the person concerned, also from earlier messages. */
  readonly contexts: ReadonlySet<Context>;
  /** Circumstances in which some steps of first aid would be wrong. Absent: none is known. */
  readonly circumstances?: ReadonlySet<Circumstance>;
}

/** What a message says without its persons. */
export type ContextFree = Omit<Assessment, 'contexts' | 'circumstances'>;

/** Returns whether an urgency is higher than another. */
export function isHigher(urgency: Urgency, other: Urgency): boolean {
  return URGENCIES.indexOf(urgency) > URGENCIES.indexOf(other);
}
