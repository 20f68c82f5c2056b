import { button, element } from '../../shared/element';
import type { Context } from '../context';
import type { TabStorage } from '../storage/tab-storage';
import { icon } from './icons';

/** The platform's limit, in characters. */
const MAX_MESSAGE_LENGTH = 4_000;

/** The number of remaining characters from which the composer shows them. */
const SHOW_REMAINING_FROM = 500;

/** The text field of a message. Enter sends it; on a touch screen, where Shift+Enter is missing, only the button does. */
export class Composer {
  readonly node: HTMLFormElement;
  private readonly field: HTMLTextAreaElement;
  private readonly remaining = element('p', { className: 'remaining', id: 'remaining', hidden: true });
  private readonly sendButton: HTMLButtonElement;
  private busy = false;
  private sendingDisabled = false;

  constructor(
    private readonly context: Context,
    private readonly storage: TabStorage,
    private readonly onSend: (message: string) => void,
  ) {
    const { text } = context;
    const hint = hasTouchScreen()
      ? undefined
      : element('p', { className: 'visually-hidden', id: 'composer-hint' }, text('composer.hint'));
    this.field = element('textarea', {
      id: 'message',
      rows: 1,
      maxLength: MAX_MESSAGE_LENGTH,
      placeholder: text('composer.placeholder'),
      autocomplete: 'off',
      value: storage.draft,
      attributes: { 'aria-describedby': hint ? 'composer-hint remaining' : 'remaining' },
    });
    this.sendButton = button([icon('send')], () => undefined, {
      type: 'submit',
      id: 'send',
      className: 'primary',
      ariaLabel: text('composer.send'),
      title: text('composer.send'),
    });
    this.node = element(
      'form',
      { className: 'composer' },
      element('label', { className: 'visually-hidden', htmlFor: 'message' }, text('composer.label')),
      element('div', { className: 'composer-field' }, this.field, this.sendButton),
      this.remaining,
      hint,
    );
    this.listen();
    this.showState();
  }

  /** Whether a message is being sent or a reply is being read; sending is disabled meanwhile. */
  set isBusy(busy: boolean) {
    this.busy = busy;
    this.showState();
  }

  /** Whether the session has ended, so that the user must sign in first. */
  set isSendingDisabled(disabled: boolean) {
    this.sendingDisabled = disabled;
    this.showState();
  }

  focus(): void {
    this.field.focus();
  }

  /** Inserts an undelivered message before the draft, and moves the focus to the field. */
  restore(message: string): void {
    this.prepend(message);
    this.focus();
  }

  /** Inserts an undelivered message before the draft. */
  prepend(message: string): void {
    const draft = this.field.value.trim();
    this.field.value = draft === '' ? message : `${message}\n\n${draft}`;
    this.handleChange();
  }

  /** Fits the height to the text. The field must be on the page. */
  fitHeight(): void {
    this.field.style.blockSize = 'auto';
    this.field.style.blockSize = `${this.field.scrollHeight + 2}px`;
  }

  private listen(): void {
    this.node.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
    this.field.addEventListener('input', () => {
      this.handleChange();
    });
    this.field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing || hasTouchScreen()) return;
      event.preventDefault();
      this.submit();
    });
  }

  private submit(): void {
    const message = this.field.value.trim();
    if (message === '') {
      this.focus();
      return;
    }
    if (this.busy || this.sendingDisabled) {
      this.context.announce(this.context.text(this.sendingDisabled ? 'problem.session' : 'composer.wait'));
      return;
    }
    // Several undelivered messages together may exceed the limit.
    if (message.length > MAX_MESSAGE_LENGTH) {
      this.context.announce(this.context.text('composer.remaining', { count: '0' }, 0));
      return;
    }
    this.field.value = '';
    this.handleChange();
    this.focus();
    this.onSend(message);
  }

  private handleChange(): void {
    const { text } = this.context;
    this.storage.draft = this.field.value;
    const count = Math.max(0, MAX_MESSAGE_LENGTH - this.field.value.length);
    this.remaining.hidden = count > SHOW_REMAINING_FROM;
    this.remaining.textContent = this.remaining.hidden
      ? ''
      : text('composer.remaining', { count: String(count) }, count);
    this.fitHeight();
    this.showState();
  }

  private showState(): void {
    const isDisabled = this.busy || this.sendingDisabled || this.field.value.trim() === '';
    this.sendButton.ariaDisabled = String(isDisabled);
  }
}

function hasTouchScreen(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
