import type { Locale } from '../../../shared/locale';
import type { Urgency } from '../../../shared/urgency';
import { type TriagedMessage, type TriageService, type Verdict, isHigher } from '../../triage';
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
  /** Resolves with the urgency of the opening, as soon as that cannot be lowered any more. */
  readonly decided: Promise<Urgency>;
  private decide: (urgency: Urgency) => void = () => undefined;
  private reading: TriagedMessage;
  private isOpen = false;
  private isEndOfParagraph = true;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly question: TriagedQuestion,
    private readonly live: LiveReply,
    private readonly triage: TriageService,
  ) {
    this.reading = question;
    this.decided = new Promise((resolve) => {
      this.decide = resolve;
    });
  }

  get language(): Locale {
    return this.question.language;
  }

  get draft(): ReplyDraft {
    const { language } = this;
    return { content: this.live.text, urgency: this.reading.urgency, language };
  }

  /** Writes the opening: at once if no verdict can change it, else within two seconds. */
  begin(givesVerdict: boolean): void {
    const { emergency, urgency, isForeign } = this.question;
    if (!emergency) this.decide(urgency);
    if (!givesVerdict || isForeign || (emergency && !emergency.isDoubtful)) {
      this.open();
      return;
    }
    this.timer = setTimeout(() => {
      this.open();
    }, VERDICT_TIMEOUT_MS).unref();
  }

  /** @param verdict null if the attempt that gave it has failed: then it lowers nothing */
  hearVerdict(verdict: Verdict | null): void {
    const reading = verdict ? this.triage.addVerdict(this.question, verdict, this.question) : this.question;
    const isRaised = isHigher(reading.urgency, this.reading.urgency);
    if (this.isOpen ? !isRaised : verdict === null && !isRaised) return;
    this.reading = reading;
    if (!this.isOpen) {
      if (reading.emergency) this.open();
    } else if (reading.emergency || !this.question.isAfterEmergency) {
      this.writeOpening();
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
    this.decide(this.reading.urgency);
    this.writeOpening();
  }

  private writeOpening(): void {
    const { isForeign, isAfterEmergency, language, country } = this.question;
    const { emergency, urgency } = this.reading;
    this.isEndOfParagraph = true;
    if (emergency) this.append(emergency.advice);
    else if (isForeign) this.append(this.triage.composeForeignLanguageNotice(country));
    else if (isAfterEmergency) this.append(this.triage.getReminder(language));
    else if (urgency === 'today') this.append(this.triage.getSameDayLine(language));
  }

  private append(text: string): void {
    this.live.append(this.isEndOfParagraph && this.live.text !== '' ? `\n\n${text}` : text);
  }
}
