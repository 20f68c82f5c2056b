import { LOCALES, type Locale } from '../../../src/shared/locale';
import { button, element, select } from '../../shared/element';
import { LANGUAGE_NAMES } from '../../shared/i18n/language-names';
import { loginAddress } from '../../shared/login-address';
import type { Context } from '../context';
import type { ConversationList } from './conversation-list';
import { countryChoice, field } from './country-choice';
import { icon } from './icons';

interface Parts {
  /** Absent for a stranger, who has none. */
  readonly list: ConversationList | undefined;
  readonly onNew: () => void;
  readonly onLanguage: (locale: Locale) => void;
  readonly onSignOut: () => void;
}

/** Wide enough for the panel beside the conversation. */
const WIDE = '(min-width: 60rem)';

/** Conversations and settings: beside the conversation where there is room, else in a dialog that a button opens. */
export class SidePanel {
  readonly aside = element('aside');
  readonly dialog: HTMLDialogElement;
  /** Opens the dialog. */
  readonly opener: HTMLButtonElement;
  private readonly content: HTMLElement;

  constructor(
    private readonly context: Context,
    { list, onNew, onLanguage, onSignOut }: Parts,
  ) {
    const { text } = context;
    this.content = element(
      'div',
      { className: 'panel' },
      button([icon('plus'), text('conversations.new')], onNew, { className: 'new' }),
      list?.node,
      element(
        'section',
        { className: 'settings', attributes: { 'aria-labelledby': 'settings-title' } },
        element('h2', { id: 'settings-title' }, text('page.settings')),
        this.language(onLanguage),
        countryChoice(context, 'country', 'page.country'),
      ),
      this.account(onSignOut),
    );
    const close = button(
      [icon('close')],
      () => {
        this.close();
      },
      { className: 'close', ariaLabel: text('page.closeMenu') },
    );
    this.dialog = element('dialog', { className: 'drawer', ariaLabel: text('page.menu') }, close);
    // A click beside the panel is one on the dialog itself.
    this.dialog.addEventListener('click', ({ target }) => {
      if (target === this.dialog) this.close();
    });
    this.opener = button(
      [icon('menu'), element('span', {}, text('page.menu'))],
      () => {
        this.dialog.showModal();
      },
      { id: 'menu', attributes: { 'aria-haspopup': 'dialog' } },
    );
    this.place();
  }

  close(): void {
    if (this.dialog.open) this.dialog.close();
  }

  private place(): void {
    const wide = matchMedia(WIDE);
    const put = (): void => {
      this.close();
      (wide.matches ? this.aside : this.dialog).append(this.content);
      this.aside.hidden = !wide.matches;
      this.opener.hidden = wide.matches;
    };
    wide.addEventListener('change', put);
    put();
  }

  private language(onLanguage: (locale: Locale) => void): HTMLElement {
    const { text, locale } = this.context;
    const languages = select(
      LOCALES.map((one) => ({ value: one, text: LANGUAGE_NAMES[one] })),
      {
        id: 'language',
        value: locale,
        onChange: (value) => {
          const chosen = LOCALES.find((one) => one === value);
          if (chosen) onLanguage(chosen);
        },
      },
    );
    for (const option of languages.options) option.lang = option.value;
    return field(text('page.language'), languages);
  }

  private account(onSignOut: () => void): HTMLElement {
    const { text, reader } = this.context;
    const { account, name } = reader;
    if (account === null) {
      return element(
        'p',
        { className: 'account' },
        element('a', { className: 'button', href: loginAddress(), textContent: text('page.signIn') }),
      );
    }
    return element(
      'div',
      { className: 'account' },
      element('p', {}, text('page.signedInAs', { name: name || text('page.someone') })),
      button(text('page.signOut'), onSignOut, { id: 'sign-out', className: 'quiet' }),
    );
  }
}
