import { Injectable } from '@nestjs/common';
import type { CountryCode } from '../../shared/country';
import { FairTurns } from '../../platform/limits/fair-turns';
import { counter } from '../../platform/metrics/instruments';
import type { Locale } from '../../shared/locale';
import {
  composeAdvice,
  composeForeignLanguageNotice,
  getReminder,
  getSameDayLine,
} from './advice/emergency-advice';
import { assessMessage } from './assess-message';
import type { Urgency } from '../../shared/urgency';
import type { Assessment } from './signs/assessment';
import type { DangerSign } from './signs/danger-sign';

/** An emergency, with first-aid advice. */
export interface Emergency extends Assessment {
  /** Plain text in the language of the message: whom to call, and steps of first aid. */
  readonly advice: string;
}

/** What a message says, and the emergency that it describes, if it does. */
export interface TriagedMessage {
  readonly urgency: Urgency;
  readonly emergency: Emergency | undefined;
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

  /** Reads a message when it is its sender's turn. */
  async assess(message: string, { earlier, country, sender }: TriageContext): Promise<TriagedMessage> {
    const turn = this.turns.takeForMessage(sender);
    if (turn) await turn;
    const assessment = assessMessage(message, earlier);
    const { urgency, language, signs } = assessment;
    if (urgency !== 'emergency') return { urgency, emergency: undefined };
    emergencies.add({ language, sign: signs[0] ?? 'none' });
    return { urgency, emergency: { ...assessment, advice: composeAdvice(assessment, country) } };
  }

  /** Returns the line that begins the reply to a message for today: where to go, and what would make it an emergency. */
  getSameDayLine(language: Locale): string {
    return getSameDayLine(language);
  }

  /** Returns the reply to a message in a language that is not understood. */
  composeForeignLanguageNotice(country: CountryCode | undefined): string {
    return composeForeignLanguageNotice(country);
  }

  /** Returns the sentence that begins the replies after an emergency, which may not be over. */
  getReminder(language: Locale): string {
    return getReminder(language);
  }
}
