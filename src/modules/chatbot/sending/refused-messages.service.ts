import { HttpException, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ProcedureContext } from '../../../platform/contract/procedure-context';
import type { MinuteLimit } from '../../../platform/limits/minute-limit';
import { RateLimits } from '../../../platform/limits/rate-limits';
import { TooBusyException } from '../../../platform/limits/too-busy.exception';
import { TooManyRequestsException } from '../../../platform/limits/too-many-requests.exception';
import { keyOf } from '../../../platform/limits/work-owner';
import { type RefusedCall, RefusalWriters } from '../../../platform/refusals/refusal-writers';
import { countrySchema } from '../../../shared/country';
import { identifierSchema } from '../../../shared/identifier';
import { LOCALES, findLocale } from '../../../shared/locale';
import type { Emergency } from '../../triage';
import { MAX_MESSAGE_LENGTH } from '../messages/message-values';
import { inEmergency } from '../refusal-texts';
import { senderOf } from '../sender';
import { AdmissionService } from './admission.service';
import { EmergencyFallbackService } from './emergency-fallback.service';
import { type Question, questionOf } from './question';

const PROCEDURES = ['chatbot.sendMessage', 'chatbot.startReply'];

/** Refused messages of one account or network that are read in a minute: the work for a flood must have a limit. */
const MAX_READ = 120;

/** What is used of an input that may be wrong in every other way. */
const sentSchema = z.object({
  message: z.string(),
  conversationId: identifierSchema.nullish().catch(null),
  country: countrySchema.optional().catch(undefined),
});

/** Adds the advice to the refusals of messages that describe an emergency, whatever they are refused for. */
@Injectable()
export class RefusedMessagesService {
  private readonly readable: MinuteLimit;

  constructor(
    private readonly admission: AdmissionService,
    private readonly fallback: EmergencyFallbackService,
    writers: RefusalWriters,
    rateLimits: RateLimits,
  ) {
    this.readable = rateLimits.perMinute('refused messages', MAX_READ);
    for (const path of PROCEDURES) writers.set(path, (call) => this.write(call));
  }

  private async write(call: RefusedCall): Promise<string> {
    const { reason, message } = call;
    if (this.admission.hasDecided(reason)) return message;
    const context = await call.findContext();
    const emergency = await this.findEmergency(call, context);
    if (emergency) return withAdvice(call, emergency);
    const isUnreadForLimit = emergency === null && isOfLimit(reason);
    return isUnreadForLimit
      ? `${inEmergency(findLocale(context.languages) ?? LOCALES[0])} ${message}`
      : message;
  }

  /** Returns the emergency that a message describes; null if the message is not read. */
  private async findEmergency(
    { readInput }: RefusedCall,
    context: ProcedureContext,
  ): Promise<Emergency | null | undefined> {
    const sender = senderOf(context);
    if (!readInput) return null;
    if ((await this.readable.consume(keyOf(sender))) !== undefined) return null;
    const { data } = sentSchema.safeParse(await readInput());
    if (!data) return null;
    try {
      return await this.assess(questionOf(data, context, { isWhole: true }));
    } catch (error) {
      // No turn for the message, or no client any more.
      if (error instanceof HttpException) return null;
      throw error;
    }
  }

  /** Assesses a message that may be too long: its beginning, then its end. */
  private async assess(question: Question): Promise<Emergency | undefined> {
    for (const message of partsOf(question.message)) {
      const part = { ...question, message };
      this.admission.count(part);
      const emergency = await this.fallback.assess(part);
      if (emergency) return emergency;
    }
    return undefined;
  }
}

/** Returns what is read of a message. The schema of messages would have refused NUL and halves of pairs of surrogates. */
function partsOf(sent: string): string[] {
  const message = sent.trim();
  const isLong = message.length > MAX_MESSAGE_LENGTH;
  const parts = [
    message.slice(0, MAX_MESSAGE_LENGTH),
    ...(isLong ? [message.slice(-MAX_MESSAGE_LENGTH)] : []),
  ];
  return parts.map((part) => part.toWellFormed().replaceAll('\0', ' '));
}

/** Adds the advice after the reason; before that of a 401, whose message ends with its number (specification, section 7). */
function withAdvice({ reason, message }: RefusedCall, { advice }: Emergency): string {
  const isUnauthorized = reason instanceof HttpException && reason.getStatus() === 401;
  return (isUnauthorized ? [advice, message] : [message, advice]).join('\n\n');
}

function isOfLimit(reason: unknown): boolean {
  return reason instanceof TooManyRequestsException || reason instanceof TooBusyException;
}
