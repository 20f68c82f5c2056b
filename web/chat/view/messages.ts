import { button, element } from '../../shared/element';
import type { Answer, HistoryMessage, Rating } from '../api';
import type { Context } from '../context';
import type { Problem } from '../problems';
import { ReplyText } from '../reply-text';
import { EmergencyCalls } from './emergency-calls';
import { ProblemNotice } from './problem-notice';
import { RatingControl } from './rating-control';
import { icon } from './icons';

let messages = 0;

/** What both kinds of message are drawn in. */
function article(author: string, className: string, ...parts: readonly (Node | null)[]): HTMLElement {
  const id = `message-${(messages += 1)}`;
  const name = element('h3', { className: 'author', id }, author);
  return element(
    'article',
    { className: `message ${className}`, tabIndex: -1, attributes: { 'aria-labelledby': id } },
    name,
    ...parts,
  );
}

/** Somebody's own message. */
export class QuestionView {
  readonly node: HTMLElement;
  readonly problem: ProblemNotice;

  constructor(
    private readonly context: Context,
    readonly message: string,
  ) {
    this.problem = new ProblemNotice(context);
    const text = element('p', { className: 'text', dir: 'auto', textContent: message });
    this.node = article(context.text('message.you'), 'question', text, this.problem.node);
  }

  /** @param what says that the message may not have been taken, and why not, where that is known */
  showUnsent(
    what: { readonly lead: string; readonly problem: Problem | undefined },
    { onRetry, onEdit }: { readonly onRetry: () => void; readonly onEdit: () => void },
  ): void {
    this.problem.show(what.lead, what.problem, onRetry);
    this.problem.node.append(' ', button(this.context.text('message.edit'), onEdit, { className: 'quiet' }));
  }
}

/** A reply of the assistant's, from its first word to its rating. */
export class ReplyView {
  readonly node: HTMLElement;
  readonly problem: ProblemNotice;
  private readonly text = new ReplyText();
  private readonly badge: HTMLElement;
  private readonly state = element('div', { className: 'state' });
  private readonly foot = element('footer', {});
  private calls: EmergencyCalls | undefined;

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
    this.node = article(
      context.text('message.assistant'),
      'reply',
      this.badge,
      this.text.node,
      this.state,
      this.problem.node,
      this.foot,
    );
  }

  /** @param language that it is in, where that is known */
  showText(text: string, language: string | null = null): void {
    if (language !== null) this.text.node.lang = language;
    this.text.show(text);
    if (this.text.opening) this.showCalls();
  }

  showEmergency(): void {
    this.badge.hidden = false;
    this.node.classList.add('emergency');
    this.text.showEmergency();
    this.calls ??= new EmergencyCalls(this.context);
    if (this.text.opening) this.showCalls();
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

  showLost(): void {
    const waiting = this.state.querySelector('p');
    waiting?.replaceChildren(this.context.text('problem.reconnecting'));
    waiting?.classList.add('lost');
    this.showCalls();
  }

  showStopped(): void {
    const { text } = this.context;
    this.node.ariaBusy = 'false';
    const readOn = button(text('message.readOn'), this.onReadOn, { className: 'quiet' });
    this.state.replaceChildren(element('p', {}, text('message.stopped')), readOn);
    readOn.focus();
  }

  showCompleted({ response, ...rest }: Answer): void {
    this.showEnd({ text: response, rating: null, ...rest });
  }

  /** Of a reply that was complete when it was asked for. */
  showEnd({ text, messageId, urgency, source, language, rating }: CompletedReply): void {
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

  /** Of a reply of which no more is read. */
  showEnded(): void {
    const isFocused = this.state.contains(document.activeElement);
    this.node.ariaBusy = 'false';
    this.state.replaceChildren();
    this.showCalls();
    if (isFocused) this.node.focus({ preventScroll: true });
  }

  /** In an emergency whose advice names nobody to call, or cannot be read: right behind where to go. */
  private showCalls(): void {
    const { calls, text, badge } = this;
    if (!calls) return;
    if (text.namesCalls) {
      calls.node.remove();
      return;
    }
    calls.show(text.advice);
    // Where somebody is choosing just now, it stays.
    if (calls.node.contains(document.activeElement)) return;
    const before = text.opening ?? badge;
    if (calls.node.previousElementSibling !== before) before.after(calls.node);
  }
}

type CompletedReply = Pick<HistoryMessage, 'text' | 'messageId' | 'urgency' | 'source' | 'language'> & {
  readonly rating: Rating | null;
};
