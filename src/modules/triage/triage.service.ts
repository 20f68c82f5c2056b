import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { bulkhead } from 'cockatiel';
import type { CountryCode } from '../../shared/country';
import type { Locale } from '../../shared/locale';
import { composeAdvice, getReminder } from './advice/emergency-advice';
import { findDanger } from './find-danger';
import type { Danger } from './signs/danger-sign';

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
}

/** Time for triage in one turn of the event loop. Messages of one turn share statements and log writes. */
const MAX_TURN_MS = 5;

/** Finds danger signs in messages and composes first-aid advice. */
@Injectable()
export class TriageService {
  private readonly queue = bulkhead(1, Infinity);
  private turnEndsAt = -Infinity;

  /**
   * Returns the emergency that a message describes, or undefined if it describes none. A long message takes up to 100 ms,
   * so messages are processed one at a time, and other requests are served after every few.
   */
  assess(message: string, { earlier, country }: TriageContext): Promise<Emergency | undefined> {
    return this.queue.execute(async () => {
      await this.waitForTurn();
      const danger = findDanger(message, earlier);
      return danger && { ...danger, advice: composeAdvice(danger, country) };
    });
  }

  private async waitForTurn(): Promise<void> {
    if (performance.now() < this.turnEndsAt) return;
    await nextTurn();
    this.turnEndsAt = performance.now() + MAX_TURN_MS;
  }

  /** Returns the sentence that begins the replies after an emergency, which may not be over. */
  getReminder(language: Locale): string {
    return getReminder(language);
  }
}
