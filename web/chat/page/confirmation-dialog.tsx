import { Button } from '../../shared/kit/button';
import { Dialog } from '../../shared/kit/dialog';
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
  const question = QUESTIONS[action];
  return (
    <Dialog
      isOpen
      class="confirmation"
      role="alertdialog"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-text"
      onClose={({ returnValue }) => onAnswer(returnValue === 'yes')}
    >
      <h2 id="confirm-title">{text(question.title)}</h2>
      <p id="confirm-text">{text(question.text)}</p>
      <form method="dialog" class="actions">
        <Button type="submit">{text(question.no)}</Button>
        <Button type="submit" variant="danger" value="yes">
          {text(question.yes)}
        </Button>
      </form>
    </Dialog>
  );
}
