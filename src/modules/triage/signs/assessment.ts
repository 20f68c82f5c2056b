import type { Locale } from '../../../shared/locale';
import type { Urgency } from '../../../shared/urgency';
import type { Context, DangerSign } from './danger-sign';

/** What a message says of somebody's danger. */
export interface Assessment {
  readonly urgency: Urgency;
  /** Signs of an emergency, the most dangerous first. Empty if the danger has no sign that is sure enough for first aid. */
  readonly signs: readonly DangerSign[];
  /** Who found an emergency: a red-flag phrase, or only the weights of the classifier. */
  readonly source: 'phrase' | 'weights';
  /** The language of the message. */
  readonly language: Locale;
  /** What is known of the person concerned, also from earlier messages. */
  readonly contexts: ReadonlySet<Context>;
}
