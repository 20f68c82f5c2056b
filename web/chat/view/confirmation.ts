import { button, element } from '../../element';
import type { Context } from '../context';

/** Asks whether a conversation is really to be deleted; the focus goes back to where it was. */
export function confirmDeletion({ text }: Context): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = element(
      'dialog',
      {
        className: 'confirmation',
        role: 'alertdialog',
        attributes: { 'aria-labelledby': 'confirm-title', 'aria-describedby': 'confirm-text' },
      },
      element('h2', { id: 'confirm-title' }, text('confirm.title')),
      element('p', { id: 'confirm-text' }, text('confirm.text')),
      element(
        'div',
        { className: 'actions' },
        button(
          text('confirm.cancel'),
          () => {
            dialog.close();
          },
          { className: 'quiet', autofocus: true },
        ),
        button(
          text('confirm.delete'),
          () => {
            dialog.close('delete');
          },
          { className: 'danger' },
        ),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'delete');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
