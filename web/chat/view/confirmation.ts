import { button, element } from '../../shared/element';
import type { Context } from '../context';

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

/** Asks the user to confirm an action. @returns whether the user has confirmed it */
export function confirmAction({ text }: Context, action: keyof typeof QUESTIONS): Promise<boolean> {
  const { title, text: explanation, no, yes } = QUESTIONS[action];
  return new Promise((resolve) => {
    const dialog = element(
      'dialog',
      {
        className: 'confirmation',
        role: 'alertdialog',
        attributes: { 'aria-labelledby': 'confirm-title', 'aria-describedby': 'confirm-text' },
      },
      element('h2', { id: 'confirm-title' }, text(title)),
      element('p', { id: 'confirm-text' }, text(explanation)),
      element(
        'div',
        { className: 'actions' },
        button(
          text(no),
          () => {
            dialog.close();
          },
          { className: 'quiet', autofocus: true },
        ),
        button(
          text(yes),
          () => {
            dialog.close('yes');
          },
          { className: 'danger' },
        ),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
