import { HttpException, Injectable } from '@nestjs/common';
import { FairTurns } from '../../../platform/limits/fair-turns';
import type { MinuteLimit } from '../../../platform/limits/minute-limit';
import { RateLimits } from '../../../platform/limits/rate-limits';
import { TooBusyException } from '../../../platform/limits/too-busy.exception';
import { TooManyRequestsException } from '../../../platform/limits/too-many-requests.exception';
import { keyOf } from '../../../platform/limits/work-owner';
import { LOCALES, findLocale } from '../../../shared/locale';
import type { Emergency } from '../../triage';
import { replyLanguage } from '../language/reply-language';
import { MessageLimitsService } from '../limits/message-limits.service';
import { inEmergency } from '../refusal-texts';
import { EmergencyFallbackService } from './emergency-fallback.service';
import type { Question } from './question';

/** How many messages over the limit are triaged, for one account or network in a minute. */
const MAX_TRIAGED_OVER_LIMIT = 20;

interface Admission {
  /** Set if the message is over the limit: its reply is the advice only. */
  readonly emergency: Emergency | undefined;
  /** Frees the slot of the reply. */
  readonly release: () => void;
}

/** Admits messages within the limits, and emergencies above them. */
@Injectable()
export class AdmissionService {
  private readonly overLimit: MinuteLimit;
  /** Refusals of messages that were read, or that say what to do in an emergency because they were not. */
  private readonly decided = new WeakSet<HttpException>();

  constructor(
    private readonly limits: MessageLimitsService,
    private readonly fallback: EmergencyFallbackService,
    private readonly turns: FairTurns,
    rateLimits: RateLimits,
  ) {
    this.overLimit = rateLimits.perMinute('messages over the limit', MAX_TRIAGED_OVER_LIMIT);
  }

  /** Counts a message, also in an outage, before any work on it: its sender's turns depend on it. */
  count({ sender, message }: Question): void {
    this.turns.countMessage(sender, message.length);
  }

  /** Returns whether this service has thrown a refusal: then the message needs no further look for an emergency. */
  hasDecided(refusal: unknown): boolean {
    return refusal instanceof HttpException && this.decided.has(refusal);
  }

  /** @throws TooManyRequestsException if a limit is reached, and the message describes no emergency */
  async admit(question: Question): Promise<Admission> {
    try {
      return { emergency: undefined, release: await this.limits.takeSlot(question.sender) };
    } catch (error) {
      if (!(error instanceof TooManyRequestsException)) throw error;
      const findEmergency = () => this.emergencyOverLimit(question, error);
      return { emergency: await this.readOrRefuse(question, findEmergency), release: () => undefined };
    }
  }

  /** Runs the reading of a message, which takes turns itself. Its refusal begins with what to do in an emergency. */
  async readOrRefuse<Result>({ sender }: Question, read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof TooBusyException)) throw error;
      const language = findLocale(sender.languages) ?? LOCALES[0];
      throw this.decide(
        new TooBusyException(`${inEmergency(language)} ${error.message}`, error.retryAfterSeconds),
      );
    }
  }

  /** Waits for the next turn of the sender, whose reading would otherwise make others wait. @throws TooBusyException */
  async takeTurn({ sender }: Question): Promise<void> {
    await this.turns.takeForMessage(sender);
  }

  private async emergencyOverLimit(
    question: Question,
    refusal: TooManyRequestsException,
  ): Promise<Emergency> {
    // Also a refusal takes time: it is in the language of the message.
    const turn = this.turns.takeForMessage(question.sender);
    if (turn) await turn;
    const wait = await this.overLimit.consume(keyOf(question.sender));
    if (wait !== undefined) throw this.decide(refusedUnread(question, refusal));
    const emergency = await this.fallback.assess(question);
    if (!emergency) throw this.decide(refusal);
    return emergency;
  }

  private decide(refusal: TooManyRequestsException | TooBusyException) {
    this.decided.add(refusal);
    return refusal;
  }
}

/** The refusal begins with what to do in an emergency, since the message was not read. */
function refusedUnread(
  { message, sender }: Question,
  { message: reason, retryAfterSeconds }: TooManyRequestsException,
): TooManyRequestsException {
  const language = replyLanguage({ message, preferred: sender.languages, earlier: [] });
  return new TooManyRequestsException(`${inEmergency(language)} ${reason}`, retryAfterSeconds);
}
