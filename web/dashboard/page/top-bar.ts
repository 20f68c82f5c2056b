import type { InitialData } from '../../../src/pages/dashboard/initial-data';
import { LOCALES, type Locale } from '../../../src/shared/locale';
import { button, element } from '../../shared/element';
import { LANGUAGE_NAMES } from '../../shared/i18n/language-names';
import type { Context } from './context';

interface Actions {
  readonly account: InitialData['account'];
  readonly onSignOut: () => void;
  readonly onLanguage: (locale: Locale) => void;
}

/** Creates the header with the account, the language choice and the sign-out button. */
export function topBar({ text, locale }: Context, { account, onSignOut, onLanguage }: Actions): HTMLElement {
  const name = account.name || account.email || text('page.someone');
  const languages = element(
    'select',
    { id: 'language', ariaLabel: text('page.language') },
    ...LOCALES.map((one) =>
      element('option', {
        value: one,
        lang: one,
        textContent: LANGUAGE_NAMES[one],
        selected: one === locale,
      }),
    ),
  );
  languages.addEventListener('change', () => {
    const selected = LOCALES.find((one) => one === languages.value);
    if (selected) onLanguage(selected);
  });
  return element(
    'header',
    { className: 'top' },
    element('a', { className: 'skip', href: '#figures', textContent: text('page.skip') }),
    element(
      'div',
      { className: 'top-inner' },
      element(
        'div',
        { className: 'brand' },
        element('p', {}, element('a', { href: '/', textContent: text('page.platform') })),
        element('h1', { textContent: text('page.title') }),
      ),
      element(
        'div',
        { className: 'account' },
        ...(account.role === 'admin'
          ? [element('a', { href: `/admin/audit?lang=${locale}`, textContent: text('page.auditTrail') })]
          : []),
        languages,
        element('p', { title: text('page.signedInAs', { name }) }, element('bdi', {}, name)),
        button(text('page.signOut'), onSignOut, { id: 'sign-out' }),
      ),
    ),
  );
}
