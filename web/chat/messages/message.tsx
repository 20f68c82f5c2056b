import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../shared/kit/button';
import { Icon } from '../../shared/kit/icon';
import { useKeptFocus } from '../../shared/kit/kept-focus';
import { useReplyContext } from '../i18n/reply-context';
import { useChat } from '../state/context';
import type { Question, Reply } from '../state/messages';
import { ProblemNotice } from './problem-notice';
import { RatingControl } from './rating-control';
import { ReplyText } from './reply-text';

interface ArticleProps {
  readonly id: string;
  readonly author: string;
  readonly class: string;
  readonly isBusy?: boolean;
  readonly children: ComponentChildren;
}

function Article({ id, author, isBusy, children, ...props }: ArticleProps) {
  const article = useRef<HTMLElement>(null);
  useKeptFocus(article, () => article.current);
  return (
    <article
      ref={article}
      class={`message ${props.class}`}
      tabIndex={-1}
      aria-labelledby={id}
      aria-busy={isBusy}
    >
      <h3 class="author" id={id}>
        {author}
      </h3>
      {children}
    </article>
  );
}

/** A message of the user, with the problem if it could not be sent. */
export function QuestionView({ question }: { question: Question }) {
  const { text } = useChat();
  return (
    <Article id={question.id} author={text('message.you')} class="question">
      <p class="text" dir="auto">
        {question.text}
      </p>
      <ProblemNotice failure={question.failure.value} />
    </Article>
  );
}

/** A reply of the assistant, with its state, problems and rating. */
export function ReplyView({ reply }: { reply: Reply }) {
  const { text } = useChat();
  const isEmergency = reply.isEmergency.value;
  const state = reply.state.value;
  const complete = reply.complete.value;
  return (
    <Article
      id={reply.id}
      author={text('message.assistant')}
      class={isEmergency ? 'reply emergency' : 'reply'}
      isBusy={state === 'writing' || state === 'lost'}
    >
      {isEmergency && <Badge reply={reply} />}
      <ReplyText reply={reply} />
      <WritingState reply={reply} />
      <ProblemNotice failure={reply.failure.value} />
      <footer>
        {complete && <RatingControl messageId={complete.messageId} rating={complete.rating} />}
        {complete?.source === 'offline' && complete.urgency !== 'emergency' && (
          <p class="source">{text('message.offline')}</p>
        )}
      </footer>
    </Article>
  );
}

/** In the language of the reply. */
function Badge({ reply }: { reply: Reply }) {
  const page = useChat();
  const { text, locale } = useReplyContext(reply.language.value) ?? page;
  return (
    <p class="badge" lang={locale}>
      <Icon name="warning" />
      {text('message.emergency')}
    </p>
  );
}

function WritingState({ reply }: { reply: Reply }) {
  const { text } = useChat();
  const state = reply.state.value;
  if (state === 'ended') return <div class="state" />;
  const isStopped = state === 'stopped';
  return (
    <div class="state">
      {state === 'writing' && (
        <p>
          <span class="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {text('message.writing')}
        </p>
      )}
      {state === 'lost' && <p class="lost">{text('problem.reconnecting')}</p>}
      {isStopped && <p>{text('message.stopped')}</p>}
      <Button class="stop" onClick={isStopped ? reply.onReadOn : reply.onStop}>
        {text(isStopped ? 'message.readOn' : 'message.stop')}
      </Button>
    </div>
  );
}
