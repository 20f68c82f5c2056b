import { Injectable } from '@nestjs/common';
import type { CountryCode } from '../../shared/country';
import { FairTurns } from '../../platform/limits/fair-turns';
import { counter } from '../../platform/metrics/instruments';
import type { Locale } from '../../shared/locale';
import { composeAdvice, getReminder } from './advice/emergency-advice';
import { findDanger } from './find-danger';
import type { Danger, DangerSign } from './signs/danger-sign';

/** The danger that a message describes, with first-aid advice. */
export interface Emergency extends Danger {
  /** Plain text in the language of the message, at most 700 characters. */
  readonly advice: string;
}

export interface TriageContext {
  /** The person's earlier messages in the conversation, oldest first. They can show who is ill. */
  readonly earlier: readonly string[];
  /** Selects the emergency numbers in the advice. */
  readonly country: CountryCode | undefined;
  /** The account or network whose messages take turns with those of others. */
  readonly sender: string;
}

/** Counts without text and sender. */
const emergencies = counter<{ language: Locale; sign: DangerSign | 'none' }>({
  name: 'platform_emergencies_total',
  help: 'Messages in which an emergency was recognised, by language and most dangerous sign; none if only the classifier found it',
  labels: ['language', 'sign'],
});

/** Finds danger signs in messages and composes first-aid advice. */
@Injectable()
export class TriageService {
  constructor(private readonly turns: FairTurns) {}

  /**
   * Returns the emergency that a message describes, or undefined if it describes none. A long message takes up to 100 ms,
   * so that senders take turns.
   */
  async assess(message: string, { earlier, country, sender }: TriageContext): Promise<Emergency | undefined> {
    const turn = this.turns.takeForMessage(sender);
    if (turn) await turn;
    const danger = findDanger(message, earlier);
    if (danger) emergencies.add({ language: danger.language, sign: danger.signs[0] ?? 'none' });
    return danger && { ...danger, advice: composeAdvice(danger, country) };
  }

  /** Returns the sentence that begins the replies after an emergency, which may not be over. */
  getReminder(language: Locale): string {
    return getReminder(language);
  }
}
