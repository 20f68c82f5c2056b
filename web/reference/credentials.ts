import { button, element } from '../shared/element';

/** What the renderer is about to send; what is changed here is what it sends. */
export interface OutgoingCall {
  readonly headers: Headers;
  credentials?: RequestCredentials;
}

/** As whom calls are sent: with an access token where one was entered, else with the session of this browser. */
export class Credentials {
  private token = '';
  private readonly note = element('p', { className: 'caller', role: 'status' });

  /** @param account who is signed in; undefined for nobody */
  constructor(private readonly account: string | undefined) {
    this.describe();
  }

  /** A field for an access token, which is kept for as long as the page is open and nowhere else. */
  form(): HTMLFormElement {
    const field = element('input', {
      id: 'access-token',
      type: 'password',
      autocomplete: 'off',
      spellcheck: false,
    });
    const use = (token: string): void => {
      this.token = token;
      field.value = token;
      remove.disabled = token === '';
      this.describe();
    };
    const remove = button(
      'Remove',
      () => {
        use('');
      },
      { disabled: true },
    );
    const form = element(
      'form',
      { className: 'token', ariaLabel: 'How calls are sent' },
      element('label', { htmlFor: field.id, textContent: 'Access token' }),
      field,
      element('button', { type: 'submit', textContent: 'Use' }),
      remove,
      this.note,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      use(field.value.trim().replace(/^bearer\s+/i, ''));
    });
    return form;
  }

  /** A token goes alone: the platform refuses a call that presents a session too. */
  addTo(call: OutgoingCall): void {
    if (this.token === '') return;
    call.headers.set('authorization', `Bearer ${this.token}`);
    call.credentials = 'omit';
  }

  private describe(): void {
    this.note.textContent = `Calls from this page are real. They are sent ${this.sender()}.`;
  }

  private sender(): string {
    if (this.token !== '') return 'with the access token, without your session';
    return this.account === undefined ? 'by nobody: sign in, or enter an access token' : `as ${this.account}`;
  }
}
