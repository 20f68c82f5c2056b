import type { Locale } from '../../../src/shared/locale';
import { button, element } from '../../shared/element';
import type { CompleteReply, HistoryMessage, Rating } from '../api/api';
import type { Context } from '../context';
import type { Problem } from '../api/problems';
import { ReplyText } from '../replies/reply-text';
import { withLanguage } from '../i18n/with-language';
import { EmergencyNumbersView } from '../emergency/emergency-numbers-view';
import { ProblemNotice } from './problem-notice';
import { RatingControl } from './rating-control';
import { icon } from './icons';

/** Makes the ids of the messages unique. */
let messageCount = 0;

function messageArticle(author: string, className: string, ...parts: readonly (Node | null)[]): HTMLElement {
  const id = `message-${(messageCount += 1)}`;
  const heading = element('h3', { className: 'author', id }, author);
  return element(
    'article',
    { className: `message ${className}`, tabIndex: -1, attributes: { 'aria-labelledby': id } },
    heading,
    ...parts,
  );
}

/** A message of the user. */
export class QuestionView {
  readonly node: HTMLElement;
  readonly problem: ProblemNotice;

  constructor(
    private readonly context: Context,
    readonly message: string,
  ) {
    this.problem = new ProblemNotice(context);
    const text = element('p', { className: 'text', dir: 'auto', textContent: message });
    this.node = messageArticle(context.text('message.you'), 'question', text, this.problem.node);
  }

  /** Shows that the message may not have been delivered. @param failure its cause, if known */
  showUndelivered(
    failure: { readonly lead: string; readonly problem: Problem | undefined },
    { onRetry, onEdit }: { readonly onRetry: () => void; readonly onEdit: () => void },
  ): void {
    this.problem.show(failure.lead, failure.problem, onRetry);
    this.problem.node.append(' ', button(this.context.text('message.edit'), onEdit, { className: 'quiet' }));
  }
}

/** A reply of the assistant, with its state, problems and rating. */
export class ReplyView {
  readonly node: HTMLElement;
  readonly problem: ProblemNotice;
  private readonly text = new ReplyText();
  private readonly badge: HTMLElement;
  private readonly state = element('div', { className: 'state' });
  private readonly foot = element('footer', {});
  private language: Locale | null = null;
  private isEmergency = false;
  private emergencyNumbers: EmergencyNumbersView | undefined;

  constructor(
    private readonly context: Context,
    private readonly onStop: () => void = () => undefined,
    private readonly onReadOn: () => void = () => undefined,
  ) {
    this.problem = new ProblemNotice(context, 'reading');
    this.badge = element(
      'p',
      { className: 'badge', hidden: true },
      icon('warning'),
      context.text('message.emergency'),
    );
    this.node = messageArticle(
      context.text('message.assistant'),
      'reply',
      this.badge,
      this.text.node,
      this.state,
      this.problem.node,
      this.foot,
    );
  }

  /** @param language of the text; null if unknown */
  showText(text: string, language: Locale | null = null): void {
    if (language !== null) {
      this.text.node.lang = language;
      this.language = language;
    }
    this.text.show(text);
    if (this.text.opening) this.showEmergencyNumbers();
  }

  /** Shows the badge and the country field in the language of the text. */
  showEmergency(): void {
    if (this.isEmergency) return;
    this.isEmergency = true;
    this.badge.hidden = false;
    this.node.classList.add('emergency');
    this.text.showEmergency();
    withLanguage(this.context, this.language, (context) => {
      const { text, locale } = context;
      this.badge.lang = locale;
      this.badge.replaceChildren(icon('warning'), text('message.emergency'));
      this.emergencyNumbers = new EmergencyNumbersView(context);
      if (this.text.opening) this.showEmergencyNumbers();
    });
  }

  showWriting(): void {
    const { text } = this.context;
    this.problem.hide();
    this.node.ariaBusy = 'true';
    const dots = element(
      'span',
      { className: 'dots', ariaHidden: 'true' },
      ...[1, 2, 3].map(() => element('i')),
    );
    const stop = button(text('message.stop'), this.onStop, { className: 'quiet stop' });
    const isFocused = this.state.contains(document.activeElement);
    this.state.replaceChildren(element('p', {}, dots, text('message.writing')), stop);
    if (isFocused) stop.focus({ preventScroll: true });
  }

  showConnectionLost(): void {
    const status = this.state.querySelector('p');
    status?.replaceChildren(this.context.text('problem.reconnecting'));
    status?.classList.add('lost');
    this.showEmergencyNumbers();
  }

  showStopped(): void {
    const { text } = this.context;
    this.node.ariaBusy = 'false';
    const readOn = button(text('message.readOn'), this.onReadOn, { className: 'quiet' });
    this.state.replaceChildren(element('p', {}, text('message.stopped')), readOn);
    readOn.focus();
  }

  showCompleted({ response, ...rest }: CompleteReply): void {
    this.showFromHistory({ text: response, rating: null, ...rest });
  }

  /** Shows a complete reply with its rating. */
  showFromHistory({ text, messageId, urgency, source, language, rating }: RatedReply): void {
    this.problem.hide();
    this.showText(text, language);
    this.showEnded();
    if (urgency === 'emergency') this.showEmergency();
    const offline = element('p', { className: 'source' }, this.context.text('message.offline'));
    this.foot.replaceChildren(
      new RatingControl(this.context, messageId, rating).node,
      ...(source === 'offline' && urgency !== 'emergency' ? [offline] : []),
    );
  }

  /** Shows that the text will not change any more. */
  showEnded(): void {
    const isFocused = this.state.contains(document.activeElement);
    this.node.ariaBusy = 'false';
    this.state.replaceChildren();
    this.showEmergencyNumbers();
    if (isFocused) this.node.focus({ preventScroll: true });
  }

  /** Shows the country field after the first line of an emergency advice without numbers. */
  private showEmergencyNumbers(): void {
    const { emergencyNumbers, text, badge } = this;
    if (!emergencyNumbers) return;
    if (text.hasPhoneNumbers) {
      emergencyNumbers.node.remove();
      return;
    }
    emergencyNumbers.show(text.advice);
    // Moving it would take the focus from the user who is selecting a country.
    if (emergencyNumbers.node.contains(document.activeElement)) return;
    const before = text.opening ?? badge;
    if (emergencyNumbers.node.previousElementSibling !== before) before.after(emergencyNumbers.node);
  }
}

type RatedReply = Pick<HistoryMessage, 'text' | 'messageId' | 'urgency' | 'source' | 'language'> & {
  readonly rating: Rating | null;
};
