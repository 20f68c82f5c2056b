import type { Locale } from '../../../shared/locale';
import type { Urgency } from '../../../shared/urgency';
import { type TriagedMessage, type TriageService, type Verdict, isHigher } from '../../triage';
import type { Triaged } from '../models/chat-model';
import { asksForFactOfNow } from '../facts/fact-urgency';
import { formatSentence } from '../models/offline/sentences';
import type { LiveReply } from '../replies/live-reply';
import type { ReplyDraft } from '../replies/reply.store';
import type { TriagedQuestion } from './question';

/** How long an opening that a verdict may change waits for it. */
const VERDICT_TIMEOUT_MS = 2_000;

/**
 * A reply as it is composed: an opening for the urgency, then the assistant's text. The urgency is that of triage until a model's
 * verdict changes it: raised at any time, lowered only before the opening is written.
 */
export class ComposedReply {
  /** Resolves with the urgency as soon as it cannot be lowered any more; a verdict may still raise it. */
  readonly decided: Promise<Urgency>;
  private decide: (urgency: Urgency) => void = () => undefined;
  private current: TriagedMessage;
  private isOpen = false;
  private isClosed = false;
  private isEndOfParagraph = true;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly question: TriagedQuestion,
    private readonly live: LiveReply,
    private readonly triage: TriageService,
  ) {
    this.current = question;
    this.decided = new Promise((resolve) => {
      this.decide = resolve;
    });
  }

  get language(): Locale {
    return this.question.language;
  }

  get draft(): ReplyDraft {
    const { language } = this;
    return { content: this.live.text, urgency: this.current.urgency, language };
  }

  /** What is known now. An emergency whose advice is written is not doubtful any more. */
  get triaged(): Triaged {
    const { urgency, emergency } = this.current;
    return {
      urgency,
      emergency: emergency && { ...emergency, isDoubtful: emergency.isDoubtful && !this.isOpen },
    };
  }

  /** Writes the opening: at once if no verdict can change it, else within two seconds, or with the text if it is read whole. */
  begin({ mayBeJudged, isWhole }: { readonly mayBeJudged: boolean; readonly isWhole: boolean }): void {
    const { emergency, urgency, isForeign } = this.question;
    if (!emergency) this.decide(urgency);
    if (!mayBeJudged || isForeign || (emergency && !emergency.isDoubtful)) {
      this.open();
      return;
    }
    if (isWhole) return;
    this.timer = setTimeout(() => {
      this.open();
    }, VERDICT_TIMEOUT_MS).unref();
  }

  /** @param verdict null if the attempt that gave it has failed: then it lowers nothing */
  applyVerdict(verdict: Verdict | null): void {
    const { question, current } = this;
    const isRaisedToEmergency = current.emergency !== undefined && !question.emergency;
    if (this.isClosed || isRaisedToEmergency) return;
    const judged = verdict ? this.triage.addVerdict(question, verdict, question) : question;
    const isRaised = isHigher(judged.urgency, current.urgency);
    if (!isRaised && (this.isOpen || verdict === null)) return;
    this.current = judged;
    if (this.isOpen) {
      if (judged.emergency || !question.isAfterEmergency) this.writeOpening();
    } else if (judged.emergency) {
      this.open();
    }
  }

  addText(text: string): void {
    this.open();
    this.append(text);
    this.isEndOfParagraph = false;
  }

  /** Writes the opening, unless it is written. */
  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    clearTimeout(this.timer);
    this.decide(this.current.urgency);
    this.writeOpening();
  }

  /** Ends the work on the reply: neither time nor verdicts change it any more. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.decide(this.current.urgency);
  }

  private get mustGoNow(): boolean {
    const { turns, language } = this.question;
    return asksForFactOfNow(turns.at(-1)?.content ?? '', [language]);
  }

  private writeOpening(): void {
    const { isForeign, isAfterEmergency, language, country } = this.question;
    const { emergency, urgency } = this.current;
    this.isEndOfParagraph = true;
    if (emergency) this.append(emergency.advice);
    else if (isForeign) this.append(this.triage.composeForeignLanguageNotice(country));
    else if (isAfterEmergency) this.append(this.triage.getReminder(language));
    else if (urgency === 'today')
      this.append(
        this.mustGoNow ? formatSentence(language, 'mustGoNow') : this.triage.getSameDayLine(language),
      );
  }

  private append(text: string): void {
    this.live.append(this.isEndOfParagraph && this.live.text !== '' ? `\n\n${text}` : text);
  }
}
