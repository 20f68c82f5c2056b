import { button, element } from '../../shared/element';
import type { Context } from '../context';
import type { Kept } from '../kept';
import { icon } from './icons';

/** As the platform takes it, in characters. */
const LONGEST_MESSAGE = 4_000;

/** From here on the reader is told how much room there is. */
const LITTLE_ROOM = 500;

/** Where a message is written. Enter sends it; on a telephone, which has no Shift and Enter, the button alone does. */
export class Composer {
  readonly node: HTMLFormElement;
  private readonly field: HTMLTextAreaElement;
  private readonly room = element('p', { className: 'room', id: 'room', hidden: true });
  private readonly send: HTMLButtonElement;
  private busy = false;
  private refused = false;

  constructor(
    private readonly context: Context,
    private readonly kept: Kept,
    private readonly onSend: (message: string) => void,
  ) {
    const { text } = context;
    const hint = isTouched()
      ? undefined
      : element('p', { className: 'unseen', id: 'composer-hint' }, text('composer.hint'));
    this.field = element('textarea', {
      id: 'message',
      rows: 1,
      maxLength: LONGEST_MESSAGE,
      placeholder: text('composer.placeholder'),
      autocomplete: 'off',
      value: kept.draft,
      attributes: { 'aria-describedby': hint ? 'composer-hint room' : 'room' },
    });
    this.send = button([icon('send')], () => undefined, {
      type: 'submit',
      id: 'send',
      className: 'primary',
      ariaLabel: text('composer.send'),
      title: text('composer.send'),
    });
    this.node = element(
      'form',
      { className: 'composer' },
      element('label', { className: 'unseen', htmlFor: 'message' }, text('composer.label')),
      element('div', { className: 'writing' }, this.field, this.send),
      this.room,
      hint,
    );
    this.listen();
    this.showState();
  }

  /** Whether a reply is being written, so that nothing can be sent. */
  set isBusy(busy: boolean) {
    this.busy = busy;
    this.showState();
  }

  /** Whether nothing can be sent before the reader has signed in again. */
  set isRefused(refused: boolean) {
    this.refused = refused;
    this.showState();
  }

  focus(): void {
    this.field.focus();
  }

  /** Gives back what could not be sent, before what was written meanwhile. */
  write(message: string): void {
    const meanwhile = this.field.value.trim();
    this.field.value = meanwhile === '' ? message : `${message}\n\n${meanwhile}`;
    this.changed();
  }

  /** As tall as what is written in it, which is known only once it is on the page. */
  fit(): void {
    this.field.style.blockSize = 'auto';
    this.field.style.blockSize = `${this.field.scrollHeight + 2}px`;
  }

  private listen(): void {
    this.node.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
    this.field.addEventListener('input', () => {
      this.changed();
    });
    this.field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing || isTouched()) return;
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
    if (this.busy || this.refused) {
      this.context.announce(this.context.text(this.refused ? 'problem.session' : 'composer.wait'));
      return;
    }
    // Two messages that were given back may be longer together than one may be.
    if (message.length > LONGEST_MESSAGE) {
      this.context.announce(this.context.text('composer.room', { count: '0' }, 0));
      return;
    }
    this.field.value = '';
    this.changed();
    this.focus();
    this.onSend(message);
  }

  private changed(): void {
    const { text } = this.context;
    this.kept.draft = this.field.value;
    const room = Math.max(0, LONGEST_MESSAGE - this.field.value.length);
    this.room.hidden = room > LITTLE_ROOM;
    this.room.textContent = this.room.hidden ? '' : text('composer.room', { count: String(room) }, room);
    this.fit();
    this.showState();
  }

  private showState(): void {
    this.send.ariaDisabled = String(this.busy || this.refused || this.field.value.trim() === '');
  }
}

/** Whether fingers point, on a keyboard that has no Shift and Enter. */
function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
