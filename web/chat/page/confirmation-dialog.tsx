import { QuestionDialog } from '../../shared/kit/question-dialog';
import type { Confirmation } from '../state/chat-state';
import { useChat } from '../state/context';

const QUESTIONS = {
  delete: {
    title: 'confirm.title',
    text: 'confirm.text',
    no: 'confirm.cancel',
    yes: 'confirm.delete',
  },
  leave: {
    title: 'leave.title',
    text: 'leave.text',
    no: 'leave.stay',
    yes: 'leave.leave',
  },
} as const;

/** Asks the user to confirm an action. */
export function ConfirmationDialog({ confirmation }: { confirmation: Confirmation | undefined }) {
  const { text } = useChat();
  if (!confirmation) return null;
  const { action, onAnswer } = confirmation;
  const { title, text: explanation, no, yes } = QUESTIONS[action];
  return (
    <QuestionDialog
      title={text(title)}
      text={text(explanation)}
      no={text(no)}
      yes={text(yes)}
      onAnswer={onAnswer}
    />
  );
}
