import { Injectable } from '@nestjs/common';
import type { CountryCode } from '../../shared/country';
import { runSteps } from '../../platform/limits/current-turns';
import { FairTurns } from '../../platform/limits/fair-turns';
import type { WorkOwner } from '../../platform/limits/work-owner';
import { counter } from '../../platform/metrics/instruments';
import type { Locale } from '../../shared/locale';
import {
  composeAdvice,
  composeForeignLanguageNotice,
  getReminder,
  getSameDayLine,
} from './advice/emergency-advice';
import { assessInSteps } from './assess-message';
import type { Urgency } from '../../shared/urgency';
import type { Assessment } from './signs/assessment';
import type { Context, DangerSign } from './signs/danger-sign';
import { addSignsOfPersons } from './signs/signs-of-persons';
import { type Verdict, joinUrgencies, seesEmergency } from './verdict';

/** An emergency, with first-aid advice. */
export interface Emergency extends Assessment {
  /** Plain text in the language of the message: whom to call, and steps of first aid. */
  readonly advice: string;
}

/** What a message says, and the emergency that it describes, if it does. */
export interface TriagedMessage {
  readonly urgency: Urgency;
  readonly emergency: Emergency | undefined;
  /** What is known of the person concerned. */
  readonly contexts: ReadonlySet<Context>;
}

export interface TriageContext {
  /** The person's earlier messages in the conversation, oldest first. They can show who is ill. */
  readonly earlier: readonly string[];
  /** Selects the emergency numbers in the advice. */
  readonly country: CountryCode | undefined;
  /** Whose messages take turns with those of others. */
  readonly sender: WorkOwner;
}

/** Counts without text and sender. */
const emergencies = counter<{ language: Locale; sign: DangerSign | 'none' }>({
  name: 'platform_emergencies_total',
  help: 'Messages in which an emergency was recognised, by language and most dangerous sign; none if none was sure enough',
  labels: ['language', 'sign'],
});

/** Counts without text and sender. */
const verdicts = counter<{ triage: Urgency; model: Urgency; joined: Urgency }>({
  name: 'platform_verdicts_total',
  help: 'Verdicts of models on messages, by the urgency of triage, of the model, and of both together',
  labels: ['triage', 'model', 'joined'],
});

function countEmergency({ language, signs }: Assessment): void {
  emergencies.add({ language, sign: signs[0] ?? 'none' });
}

function toEmergency(assessment: Assessment, country: CountryCode | undefined): Emergency {
  return { ...assessment, advice: composeAdvice(assessment, country) };
}

/** Finds danger signs in messages and composes first-aid advice. */
@Injectable()
export class TriageService {
  constructor(private readonly turns: FairTurns) {}

  /**
   * Reads a message while it is its sender's turn.
   * @throws as `FairTurns.takeForMessage`
   */
  async assess(message: string, { earlier, country, sender }: TriageContext): Promise<TriagedMessage> {
    const assessment = await this.assessInTurns(assessInSteps(message, earlier), sender);
    const { urgency, contexts } = assessment;
    if (urgency !== 'emergency') return { urgency, emergency: undefined, contexts };
    countEmergency(assessment);
    return { urgency, emergency: toEmergency(assessment, country), contexts };
  }

  /** Returns the urgency of an earlier message, which was counted then. @throws as `assess` */
  async readUrgency(
    message: string,
    { earlier, sender }: Pick<TriageContext, 'earlier' | 'sender'>,
  ): Promise<Urgency> {
    return (await this.assessInTurns(assessInSteps(message, earlier), sender)).urgency;
  }

  private assessInTurns(steps: ReturnType<typeof assessInSteps>, sender: WorkOwner): Promise<Assessment> {
    return runSteps(steps, () => this.turns.takeForMessage(sender));
  }

  /** Returns what a message says by both readers, triage and a language model. */
  addVerdict(
    triaged: TriagedMessage,
    verdict: Verdict,
    { language, country }: { readonly language: Locale; readonly country: CountryCode | undefined },
  ): TriagedMessage {
    const isDoubtful = triaged.emergency?.isDoubtful ?? false;
    const urgency = joinUrgencies({ urgency: triaged.urgency, isDoubtful }, verdict);
    verdicts.add({ triage: triaged.urgency, model: verdict.urgency, joined: urgency });
    const { contexts, emergency: known } = triaged;
    if (urgency !== 'emergency') return { urgency, emergency: undefined, contexts };
    if (known && !(isDoubtful && seesEmergency(verdict))) return triaged;
    const signs = addSignsOfPersons([...(known?.signs ?? []), ...verdict.signs], contexts);
    const assessment = { urgency, signs, contexts, language, source: 'model', isDoubtful: false } as const;
    if (!known) countEmergency(assessment);
    return { urgency, emergency: toEmergency(assessment, country), contexts };
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
