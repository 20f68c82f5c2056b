import { LOCALES, type Locale } from '../../../src/shared/locale';
import { button, element, labelledField, select } from '../../shared/element';
import { LANGUAGE_NAMES } from '../../shared/i18n/language-names';
import { loginUrl } from '../../shared/login-url';
import type { Context } from '../context';
import type { ConversationList } from './conversation-list';
import { countryField } from './country-field';
import { icon } from './icons';

interface PanelOptions {
  /** Absent if the user is anonymous. */
  readonly list: ConversationList | undefined;
  readonly onNew: () => void;
  readonly onLanguage: (locale: Locale) => void;
  readonly onSignOut: () => void;
}

/** The window width from which the panel is beside the conversation. */
const WIDE = '(min-width: 60rem)';

/** The conversations and settings: beside the conversation, or in a dialog if the window is narrow. */
export class SidePanel {
  readonly aside = element('aside');
  readonly dialog: HTMLDialogElement;
  /** Opens the dialog. */
  readonly menuButton: HTMLButtonElement;
  private readonly content: HTMLElement;

  constructor(
    private readonly context: Context,
    { list, onNew, onLanguage, onSignOut }: PanelOptions,
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
        this.languageField(onLanguage),
        countryField(context, 'country', 'page.country'),
      ),
      this.accountSection(onSignOut),
    );
    const closeButton = button(
      [icon('close')],
      () => {
        this.close();
      },
      { className: 'close', ariaLabel: text('page.closeMenu') },
    );
    this.dialog = element('dialog', { className: 'drawer', ariaLabel: text('page.menu') }, closeButton);
    // A click outside of the panel has the dialog itself as its target.
    this.dialog.addEventListener('click', ({ target }) => {
      if (target === this.dialog) this.close();
    });
    this.menuButton = button(
      [icon('menu'), element('span', {}, text('page.menu'))],
      () => {
        this.dialog.showModal();
      },
      { id: 'menu', attributes: { 'aria-haspopup': 'dialog' } },
    );
    this.followWindowWidth();
  }

  close(): void {
    if (this.dialog.open) this.dialog.close();
  }

  /** Moves the content between `aside` and `dialog` when the window width changes. */
  private followWindowWidth(): void {
    const wide = matchMedia(WIDE);
    const moveContent = (): void => {
      this.close();
      (wide.matches ? this.aside : this.dialog).append(this.content);
      this.aside.hidden = !wide.matches;
      this.menuButton.hidden = wide.matches;
    };
    wide.addEventListener('change', moveContent);
    moveContent();
  }

  private languageField(onLanguage: (locale: Locale) => void): HTMLElement {
    const { text, locale } = this.context;
    const languages = select(
      LOCALES.map((one) => ({ value: one, text: LANGUAGE_NAMES[one] })),
      {
        id: 'language',
        value: locale,
        onChange: (value) => {
          const selected = LOCALES.find((one) => one === value);
          if (selected) onLanguage(selected);
        },
      },
    );
    for (const option of languages.options) option.lang = option.value;
    return labelledField(text('page.language'), languages);
  }

  private accountSection(onSignOut: () => void): HTMLElement {
    const { text, user } = this.context;
    const { account, name } = user;
    if (account === null) {
      return element(
        'p',
        { className: 'account' },
        element('a', { className: 'button', href: loginUrl(), textContent: text('page.signIn') }),
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
