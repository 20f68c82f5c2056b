import { Injectable, Logger } from '@nestjs/common';
import { LOCALES, type Locale } from '../../../shared/locale';
import type { Urgency } from '../../../shared/urgency';
import { type Emergency, TriageService } from '../../triage';
import { tellsExposure } from '../facts/exposures';
import { isOnlyRoutine } from '../facts/fact-urgency';
import { findContinued, mayKeepUrgency } from '../facts/follow-ups';
import { isForeignLanguage } from '../language/foreign-language';
import { replyLanguage } from '../language/reply-language';
import { type OpenReply, type QuestionInContext, ReplyStore } from '../replies/reply.store';
import type { LiveReply } from '../replies/live-reply';
import { AdmissionService } from './admission.service';
import { ComposedReply } from './composed-reply';
import type { Question, TriagedQuestion } from './question';

/** Triages messages with those before them in their conversations, and begins their replies. */
@Injectable()
export class ReplyCompositionService {
  private readonly logger = new Logger(ReplyCompositionService.name);

  constructor(
    private readonly admission: AdmissionService,
    private readonly store: ReplyStore,
    private readonly triage: TriageService,
  ) {}

  /**
   * Begins the reply to a message, as soon as it is triaged.
   * @param known the emergency, if the message was triaged before it was admitted
   */
  async compose(
    question: Question,
    reply: OpenReply,
    { known, live }: { readonly known: Emergency | undefined; readonly live: LiveReply },
  ): Promise<ComposedReply> {
    return new ComposedReply(await this.triageQuestion(question, reply, known), live, this.triage);
  }

  private async triageQuestion(
    question: Question,
    reply: OpenReply,
    known: Emergency | undefined,
  ): Promise<TriagedQuestion> {
    const { message, sender, country } = question;
    const { turns, isAfterEmergency } = await this.contextOf(reply, message);
    if (isForeignLanguage(message)) {
      // The notice begins with whom to call, which replaces the reminder.
      const notice = { urgency: 'routine', isAfterEmergency: false, language: LOCALES[0] } as const;
      return { turns, country, emergency: undefined, contexts: new Set(), isForeign: true, ...notice };
    }
    const earlier = turns.slice(0, -1).flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    const triaged = known
      ? { urgency: known.urgency, emergency: known, contexts: known.contexts }
      : await this.admission.readOrRefuse(question, () =>
          this.triage.assess(message, { earlier, country, sender }),
        );
    const language =
      triaged.emergency?.language ?? replyLanguage({ message, preferred: sender.languages, earlier });
    const raised = () => this.raise(question, { earlier, language });
    const isRoutine = triaged.urgency === 'today' && isOnlyRoutine(message, [language]);
    const found = isRoutine ? 'routine' : triaged.urgency;
    const urgency = found === 'routine' ? await this.admission.readOrRefuse(question, raised) : found;
    return { ...triaged, urgency, turns, country, isForeign: false, isAfterEmergency, language };
  }

  /**
   * Returns the urgency of a message that triage alone takes for routine: today for an exposure, to which the reply says to go
   * today, and for a risk that is added to an earlier message for today.
   */
  private async raise(
    question: Question,
    { earlier, language }: { readonly earlier: readonly string[]; readonly language: Locale },
  ): Promise<Urgency> {
    const { message, sender } = question;
    await this.admission.takeTurn(question);
    if (tellsExposure(message, [language])) return 'today';
    const continued = mayKeepUrgency(message) ? findContinued([...earlier, message], [language]) : [];
    for (const [index, one] of continued.entries()) {
      const before = earlier.slice(0, earlier.length - continued.length + index);
      const urgency = await this.triage.readUrgency(one, { earlier: before, sender });
      if (urgency !== 'routine' || tellsExposure(one, [language])) return 'today';
    }
    return 'routine';
  }

  private async contextOf(reply: OpenReply, message: string): Promise<QuestionInContext> {
    try {
      return await this.store.findContext(reply, message);
    } catch (error) {
      this.logger.warn({ err: error }, 'a message is answered without those before it');
      return { turns: [{ role: 'user', content: message }], isAfterEmergency: false };
    }
  }
}
