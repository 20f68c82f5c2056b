import { button, element } from '../shared/element';

/** A request of the renderer that has not been sent yet; it can be changed. */
export interface OutgoingRequest {
  readonly headers: Headers;
  credentials?: RequestCredentials;
}

/** The credentials of calls: the entered access token, or else the browser's session. */
export class Credentials {
  private token = '';
  private readonly note = element('p', { className: 'caller', role: 'status' });

  /** @param account the name of the signed-in account, if any */
  constructor(private readonly account: string | undefined) {
    this.updateNote();
  }

  /** Creates the form for an access token. The token is stored only in memory. */
  createForm(): HTMLFormElement {
    const field = element('input', {
      id: 'access-token',
      type: 'password',
      autocomplete: 'off',
      spellcheck: false,
    });
    const setToken = (token: string): void => {
      this.token = token;
      field.value = token;
      removeButton.disabled = token === '';
      this.updateNote();
    };
    const removeButton = button(
      'Remove',
      () => {
        setToken('');
      },
      { disabled: true },
    );
    const form = element(
      'form',
      { className: 'token', ariaLabel: 'How calls are sent' },
      element('label', { htmlFor: field.id, textContent: 'Access token' }),
      field,
      element('button', { type: 'submit', textContent: 'Use' }),
      removeButton,
      this.note,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      setToken(field.value.trim().replace(/^bearer\s+/i, ''));
    });
    return form;
  }

  /** Adds the token, and omits the session: the platform refuses calls with both. */
  addTo(request: OutgoingRequest): void {
    if (this.token === '') return;
    request.headers.set('authorization', `Bearer ${this.token}`);
    request.credentials = 'omit';
  }

  private updateNote(): void {
    this.note.textContent = `Calls from this page are real. They are sent ${this.describeSender()}.`;
  }

  private describeSender(): string {
    if (this.token !== '') return 'with the access token, without your session';
    return this.account === undefined ? 'by nobody: sign in, or enter an access token' : `as ${this.account}`;
  }
}
