import type { Context } from '../context';
import { button, element } from '../../shared/element';
import type { Rating, Reason } from '../api';
import { icon } from './icons';

/** Why somebody praises a reply, and why somebody does not. */
const REASONS: Readonly<Record<'up' | 'down', readonly Reason[]>> = {
  up: ['helpful', 'clear', 'other'],
  down: ['incorrect', 'unsafe', 'misunderstood', 'incomplete', 'unclear', 'wrongLanguage', 'other'],
};

const LONGEST_COMMENT = 500;

let controls = 0;

/** Thumbs for a reply, and then why. The thumb counts at once; saying why sends the rating again. */
export class RatingControl {
  readonly node: HTMLElement;
  private readonly thumbs: Readonly<Record<'up' | 'down', HTMLButtonElement>>;
  private readonly form = element('form', { className: 'reasons', hidden: true });
  private readonly outcome = element('p', { className: 'outcome' });
  /** As it is in view; `confirmed` is what the platform is known to have. */
  private rating: Rating | null;
  /** What was chosen last is sent last, and so is the one that counts. */
  private sent: Promise<unknown> = Promise.resolve();
  private readonly name = `reason-${(controls += 1)}`;

  constructor(
    private readonly context: Context,
    private readonly messageId: string,
    private confirmed: Rating | null,
  ) {
    this.rating = confirmed;
    this.thumbs = { up: this.thumb('up'), down: this.thumb('down') };
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.sendReason();
    });
    this.node = element(
      'div',
      { className: 'rating', role: 'group', ariaLabel: context.text('rating.label') },
      this.thumbs.up,
      this.thumbs.down,
      this.outcome,
      this.form,
    );
    this.showRating();
  }

  private thumb(direction: 'up' | 'down'): HTMLButtonElement {
    return button([icon('thumb')], () => void this.choose(direction), {
      className: `thumb thumb-${direction}`,
      ariaLabel: this.context.text(`rating.${direction}`),
      title: this.context.text(`rating.${direction}`),
    });
  }

  private async choose(direction: 'up' | 'down'): Promise<void> {
    const rating = direction === 'up';
    const isAnother = this.rating?.rating !== rating;
    this.openForm(direction, isAnother ? undefined : this.rating);
    if (isAnother) await this.rate({ rating, reason: null, comment: null });
  }

  private async sendReason(): Promise<void> {
    const entries = new FormData(this.form);
    const reason = entries.get('reason');
    const comment = entries.get('comment');
    const rating = this.form.dataset.direction === 'up';
    const isKept = await this.rate({
      rating,
      reason: REASONS[rating ? 'up' : 'down'].find((one) => one === reason) ?? null,
      comment: (typeof comment === 'string' && comment.trim()) || null,
    });
    if (isKept) this.closeForm();
  }

  /** @returns whether it was kept */
  private async rate(rating: Rating): Promise<boolean> {
    const { api, text, announce } = this.context;
    this.rating = rating;
    this.showRating();
    let isKept = true;
    try {
      const sending = this.sent.then(() =>
        api.chatbot.rateResponse.mutate({ messageId: this.messageId, ...rating }),
      );
      this.sent = sending.catch(() => undefined);
      await sending;
      this.confirmed = rating;
    } catch {
      isKept = false;
      if (this.rating === rating) this.rating = this.confirmed;
      this.showRating();
    }
    const words = text(isKept ? 'rating.kept' : 'rating.failed');
    this.outcome.textContent = words;
    announce(words);
    return isKept;
  }

  private showRating(): void {
    this.thumbs.up.ariaPressed = String(this.rating?.rating === true);
    this.thumbs.down.ariaPressed = String(this.rating?.rating === false);
  }

  private openForm(direction: 'up' | 'down', rating: Rating | null | undefined): void {
    const { text } = this.context;
    const reasons = REASONS[direction].map((reason) =>
      element(
        'label',
        { className: 'chip' },
        element('input', {
          type: 'radio',
          name: 'reason',
          id: `${this.name}-${reason}`,
          value: reason,
          checked: rating?.reason === reason,
        }),
        element('span', {}, text(`rating.${reason}`)),
      ),
    );
    const comment = element('textarea', {
      name: 'comment',
      rows: 2,
      maxLength: LONGEST_COMMENT,
      value: rating?.comment ?? '',
    });
    this.form.dataset.direction = direction;
    this.form.replaceChildren(
      element(
        'fieldset',
        {},
        element('legend', {}, text('rating.why')),
        element('div', { className: 'chips' }, ...reasons),
      ),
      element('label', { className: 'comment' }, element('span', {}, text('rating.comment')), comment),
      element(
        'div',
        { className: 'actions' },
        element('button', { type: 'submit', className: 'primary' }, text('rating.send')),
        button(
          text('rating.close'),
          () => {
            this.closeForm();
          },
          { className: 'quiet' },
        ),
      ),
    );
    this.form.hidden = false;
    this.form.scrollIntoView({ block: 'nearest' });
  }

  private closeForm(): void {
    this.form.hidden = true;
    this.thumbs[this.form.dataset.direction === 'up' ? 'up' : 'down'].focus();
  }
}
