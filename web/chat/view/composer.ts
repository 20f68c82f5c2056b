import { button, element } from '../../element';
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

  constructor(
    private readonly context: Context,
    private readonly kept: Kept,
    private readonly onSend: (message: string) => void,
  ) {
    const { text } = context;
    this.field = element('textarea', {
      id: 'message',
      rows: 1,
      maxLength: LONGEST_MESSAGE,
      placeholder: text('composer.placeholder'),
      dir: 'auto',
      autocomplete: 'off',
      value: kept.draft,
      attributes: { 'aria-describedby': 'composer-hint room' },
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
      element('p', { className: 'unseen', id: 'composer-hint' }, text('composer.hint')),
    );
    this.listen();
    this.showState();
  }

  /** Whether a reply is being written, so that nothing can be sent. */
  set isBusy(busy: boolean) {
    this.busy = busy;
    this.showState();
  }

  focus(): void {
    this.field.focus();
  }

  /** Gives back what could not be sent, if nothing else was written meanwhile. */
  write(message: string): void {
    if (this.field.value.trim() === '') this.field.value = message;
    this.changed();
    this.focus();
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
      if (
        event.key !== 'Enter' ||
        event.shiftKey ||
        event.isComposing ||
        matchMedia('(pointer: coarse)').matches
      )
        return;
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
    if (this.busy) {
      this.context.announce(this.context.text('composer.wait'));
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
    const room = LONGEST_MESSAGE - this.field.value.length;
    this.room.hidden = room > LITTLE_ROOM;
    this.room.textContent = this.room.hidden ? '' : text('composer.room', { count: String(room) }, room);
    this.fit();
    this.showState();
  }

  private showState(): void {
    this.send.ariaDisabled = String(this.busy || this.field.value.trim() === '');
  }
}
