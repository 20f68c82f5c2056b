import type { Context } from '../context';
import { button, element } from '../../shared/element';
import type { Rating, Reason } from '../api/api';
import { icon } from './icons';

/** The reasons offered for a good and for a poor reply. */
const REASONS: Readonly<Record<'up' | 'down', readonly Reason[]>> = {
  up: ['helpful', 'clear', 'other'],
  down: ['incorrect', 'unsafe', 'misunderstood', 'incomplete', 'unclear', 'wrongLanguage', 'other'],
};

const MAX_COMMENT_LENGTH = 500;

/** Makes the ids of the controls unique. */
let controlCount = 0;

/** The rating of a reply: a thumb, which is sent at once, then a reason and a comment, which are sent with it again. */
export class RatingControl {
  readonly node: HTMLElement;
  private readonly thumbs: Readonly<Record<'up' | 'down', HTMLButtonElement>>;
  private readonly form = element('form', { className: 'reasons', hidden: true });
  private readonly outcome = element('p', { className: 'outcome' });
  /** The rating on the page; `saved` is the one on the platform. */
  private rating: Rating | null;
  /** Sends the ratings one after the other, so that the last one remains. */
  private queue: Promise<unknown> = Promise.resolve();
  private readonly idPrefix = `reason-${(controlCount += 1)}`;

  constructor(
    private readonly context: Context,
    private readonly messageId: string,
    private saved: Rating | null,
  ) {
    this.rating = saved;
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
    return button([icon('thumb')], () => void this.selectThumb(direction), {
      className: `thumb thumb-${direction}`,
      ariaLabel: this.context.text(`rating.${direction}`),
      title: this.context.text(`rating.${direction}`),
    });
  }

  private async selectThumb(direction: 'up' | 'down'): Promise<void> {
    const rating = direction === 'up';
    const isChanged = this.rating?.rating !== rating;
    this.openForm(direction, isChanged ? undefined : this.rating);
    if (isChanged) await this.rate({ rating, reason: null, comment: null });
  }

  private async sendReason(): Promise<void> {
    const entries = new FormData(this.form);
    const reason = entries.get('reason');
    const comment = entries.get('comment');
    const rating = this.form.dataset.direction === 'up';
    const isSaved = await this.rate({
      rating,
      reason: REASONS[rating ? 'up' : 'down'].find((one) => one === reason) ?? null,
      comment: (typeof comment === 'string' && comment.trim()) || null,
    });
    if (isSaved) this.closeForm();
  }

  /** Shows and sends a rating. @returns whether it was saved */
  private async rate(rating: Rating): Promise<boolean> {
    const { api, text, announce } = this.context;
    this.rating = rating;
    this.showRating();
    let isSaved = true;
    try {
      const call = this.queue.then(() =>
        api.chatbot.rateResponse.mutate({ messageId: this.messageId, ...rating }),
      );
      this.queue = call.catch(() => undefined);
      await call;
      this.saved = rating;
    } catch {
      isSaved = false;
      if (this.rating === rating) this.rating = this.saved;
      this.showRating();
    }
    const outcome = text(isSaved ? 'rating.kept' : 'rating.failed');
    this.outcome.textContent = outcome;
    announce(outcome);
    return isSaved;
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
          id: `${this.idPrefix}-${reason}`,
          value: reason,
          checked: rating?.reason === reason,
        }),
        element('span', {}, text(`rating.${reason}`)),
      ),
    );
    const comment = element('textarea', {
      name: 'comment',
      rows: 2,
      maxLength: MAX_COMMENT_LENGTH,
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
