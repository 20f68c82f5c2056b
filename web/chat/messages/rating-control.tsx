import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from '../../shared/kit/button';
import { Icon } from '../../shared/kit/icon';
import type { Rating, Reason } from '../api/api';
import { useChat } from '../state/context';

/** The reasons offered for a good and for a poor reply. */
const REASONS: Readonly<Record<'up' | 'down', readonly Reason[]>> = {
  up: ['helpful', 'clear', 'other'],
  down: ['incorrect', 'unsafe', 'misunderstood', 'incomplete', 'unclear', 'wrongLanguage', 'other'],
};

const MAX_COMMENT_LENGTH = 500;

interface OpenForm {
  /** Each opening has its own values. */
  readonly id: number;
  readonly direction: 'up' | 'down';
  readonly rating: Rating | null;
}

interface RatingControlProps {
  readonly messageId: string;
  /** The saved rating. */
  readonly rating: Rating | null;
}

/** The rating of a reply: a thumb, which is sent at once, then a reason and a comment, which are sent with it again. */
export function RatingControl({ messageId, rating }: RatingControlProps) {
  const { api, text, announce } = useChat();
  /** The rating on the page; `saved` is the one on the platform. */
  const shown = useSignal(rating);
  const saved = useRef(rating);
  const outcome = useSignal('');
  const form = useSignal<OpenForm | undefined>(undefined);
  /** Sends the ratings one after the other, so that the last one remains. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const group = useRef<HTMLDivElement>(null);

  /** Shows and sends a rating. @returns whether it was saved */
  const rate = async (next: Rating): Promise<boolean> => {
    shown.value = next;
    const call = queue.current.then(() => api.chatbot.rateResponse.mutate({ messageId, ...next }));
    queue.current = call.catch(() => undefined);
    const isSaved = await call.then(
      () => true,
      () => false,
    );
    if (isSaved) saved.current = next;
    else if (shown.peek() === next) shown.value = saved.current;
    outcome.value = text(isSaved ? 'rating.kept' : 'rating.failed');
    announce(outcome.value);
    return isSaved;
  };
  const selectThumb = (direction: 'up' | 'down'): void => {
    const isUp = direction === 'up';
    const isChanged = shown.peek()?.rating !== isUp;
    const id = (form.peek()?.id ?? 0) + 1;
    form.value = { id, direction, rating: isChanged ? null : shown.peek() };
    if (isChanged) void rate({ rating: isUp, reason: null, comment: null });
  };
  const close = (): void => {
    const direction = form.peek()?.direction ?? 'up';
    form.value = undefined;
    group.current?.querySelector<HTMLElement>(`.thumb-${direction}`)?.focus();
  };
  const thumb = (direction: 'up' | 'down') => (
    <Button
      variant="square"
      class={`thumb thumb-${direction}`}
      aria-label={text(`rating.${direction}`)}
      aria-pressed={shown.value?.rating === (direction === 'up')}
      title={text(`rating.${direction}`)}
      onClick={() => selectThumb(direction)}
    >
      <Icon name="thumb" />
    </Button>
  );
  return (
    <div class="rating" role="group" aria-label={text('rating.label')} ref={group}>
      {thumb('up')}
      {thumb('down')}
      <p class="outcome">{outcome.value}</p>
      {form.value && (
        <ReasonForm
          key={form.value.id}
          {...form.value}
          onClose={close}
          onSend={async (reason, comment) => {
            const isSaved = await rate({ rating: form.peek()?.direction === 'up', reason, comment });
            if (isSaved) close();
          }}
        />
      )}
    </div>
  );
}

interface ReasonFormProps extends OpenForm {
  readonly onSend: (reason: Reason | null, comment: string | null) => Promise<void>;
  readonly onClose: () => void;
}

function ReasonForm({ direction, rating, onSend, onClose }: ReasonFormProps) {
  const { text } = useChat();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <form
      class="reasons"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const entries = new FormData(event.currentTarget);
        const [reason, comment] = [entries.get('reason'), entries.get('comment')];
        void onSend(
          REASONS[direction].find((one) => one === reason) ?? null,
          (typeof comment === 'string' && comment.trim()) || null,
        );
      }}
    >
      <fieldset>
        <legend>{text('rating.why')}</legend>
        <div class="chips">
          {REASONS[direction].map((reason) => (
            <label key={reason} class="chip covered">
              <input
                type="radio"
                name="reason"
                id={`${id}-${reason}`}
                value={reason}
                defaultChecked={rating?.reason === reason}
              />
              <span>{text(`rating.${reason}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <label class="comment">
        <span>{text('rating.comment')}</span>
        <textarea
          name="comment"
          rows={2}
          maxLength={MAX_COMMENT_LENGTH}
          defaultValue={rating?.comment ?? ''}
        />
      </label>
      <div class="actions">
        <Button variant="primary" type="submit">
          {text('rating.send')}
        </Button>
        <Button onClick={onClose}>{text('rating.close')}</Button>
      </div>
    </form>
  );
}
