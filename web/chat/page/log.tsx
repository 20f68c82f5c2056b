import type { Ref } from 'preact';
import { Button } from '../../shared/kit/button';
import { QuestionView, ReplyView } from '../messages/message';
import { ProblemNotice } from '../messages/problem-notice';
import { useChat } from '../state/context';
import type { Conversation } from '../state/conversation';
import type { Entry } from '../state/messages';

interface LogProps {
  readonly conversation: Conversation;
  readonly log: Ref<HTMLDivElement>;
}

/** The messages of the open conversation. */
export function Log({ conversation, log }: LogProps) {
  const { text } = useChat();
  return (
    <div class="log" role="log" aria-live="off" aria-label={text('conversation.label')} ref={log}>
      {conversation.cursor.value !== null && (
        <Button class="earlier" onClick={() => void conversation.showEarlier()}>
          {text('conversation.earlier')}
        </Button>
      )}
      <ProblemNotice failure={conversation.failure.value} />
      {conversation.isLoading.value && <p class="note">{text('conversation.loading')}</p>}
      {conversation.entries.value.map((entry) => (
        <EntryView key={entry.id} entry={entry} />
      ))}
    </div>
  );
}

function EntryView({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case 'question':
      return <QuestionView question={entry} />;
    case 'reply':
      return <ReplyView reply={entry} />;
    case 'note':
      return <p class="note parting">{entry.text}</p>;
  }
}
