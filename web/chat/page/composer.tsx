import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/kit/button';
import { Icon } from '../../shared/kit/icon';
import type { ChatState } from '../state/chat-state';
import { useChat } from '../state/context';

/** The platform's limit, in characters. */
const MAX_MESSAGE_LENGTH = 4_000;

/** The number of remaining characters from which the composer shows them. */
const SHOW_REMAINING_FROM = 500;

/** The text field of a message. Enter sends it; on a touch screen, where Shift+Enter is missing, only the button does. */
export function Composer({ state }: { state: ChatState }) {
  const { text, announce } = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = state.draft.value;
  const isBusy = state.conversation.isBusy.value;
  const hasSessionEnded = state.hasSessionEnded.value;
  const endText = state.hasOtherSignedIn.value ? 'problem.otherAccount' : 'problem.session';
  const hasHint = !hasTouchScreen();
  const remaining = Math.max(0, MAX_MESSAGE_LENGTH - draft.length);
  useLayoutEffect(() => {
    if (!field.current) return;
    // Fits the height to the text.
    field.current.style.blockSize = 'auto';
    field.current.style.blockSize = `${field.current.scrollHeight + 2}px`;
  }, [draft]);
  const submit = (): void => {
    const message = draft.trim();
    if (message !== '' && (isBusy || hasSessionEnded)) {
      announce(text(hasSessionEnded ? endText : 'composer.wait'));
      return;
    }
    // Several undelivered messages together may exceed the limit.
    if (message.length > MAX_MESSAGE_LENGTH) {
      announce(text('composer.remaining', { count: '0' }, 0));
      return;
    }
    field.current?.focus();
    if (message === '') return;
    state.draft.value = '';
    state.send(message);
    state.endEditing();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label class="visually-hidden" for="message">
        {text('composer.label')}
      </label>
      <div class="composer-field">
        <textarea
          id="message"
          ref={field}
          rows={1}
          maxLength={MAX_MESSAGE_LENGTH}
          placeholder={text('composer.placeholder')}
          autocomplete="off"
          value={draft}
          aria-describedby={hasHint ? 'composer-hint remaining' : 'remaining'}
          onInput={({ currentTarget }) => {
            state.edit(currentTarget.value);
          }}
          onBlur={() => {
            state.endEditing();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || hasTouchScreen()) return;
            event.preventDefault();
            submit();
          }}
        />
        <Button
          type="submit"
          variant="primary"
          id="send"
          aria-label={text('composer.send')}
          title={text('composer.send')}
          aria-disabled={isBusy || hasSessionEnded || draft.trim() === ''}
        >
          <Icon name="send" />
        </Button>
      </div>
      <p class="remaining" id="remaining" hidden={remaining > SHOW_REMAINING_FROM}>
        {remaining <= SHOW_REMAINING_FROM &&
          text('composer.remaining', { count: String(remaining) }, remaining)}
      </p>
      {hasHint && (
        <p class="visually-hidden" id="composer-hint">
          {text('composer.hint')}
        </p>
      )}
    </form>
  );
}

function hasTouchScreen(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
