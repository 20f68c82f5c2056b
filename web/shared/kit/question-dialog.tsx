import { Button } from './button';
import { Dialog } from './dialog';

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  readonly no: string;
  readonly yes: string;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Asks the user to confirm an action. Escape and a click outside mean no. */
export function QuestionDialog({ title, text, no, yes, onAnswer }: QuestionProps) {
  return (
    <Dialog
      isOpen
      class="confirmation"
      role="alertdialog"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-text"
      onClose={({ returnValue }) => onAnswer(returnValue === 'yes')}
    >
      <h2 id="confirm-title">{title}</h2>
      <p id="confirm-text">{text}</p>
      <form method="dialog" class="actions">
        <Button type="submit">{no}</Button>
        <Button type="submit" variant="danger" value="yes">
          {yes}
        </Button>
      </form>
    </Dialog>
  );
}
