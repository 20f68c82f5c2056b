import { type Html, html } from '../../platform/http/html';
import type { Locale } from '../../shared/locale';

const TEXTS: Readonly<Record<Locale, { signOut: string; failed: string }>> = {
  en: { signOut: 'Sign out', failed: 'You could not be signed out. Please try again in a moment.' },
  fr: {
    signOut: 'Se déconnecter',
    failed: 'La déconnexion a échoué. Veuillez réessayer dans un instant.',
  },
  pt: {
    signOut: 'Terminar sessão',
    failed: 'Não foi possível terminar a sessão. Tente novamente dentro de momentos.',
  },
  ar: { signOut: 'تسجيل الخروج', failed: 'تعذّر تسجيل خروجك. يُرجى المحاولة مرة أخرى بعد قليل.' },
  sw: {
    signOut: 'Ondoka',
    failed: 'Kutoka kwenye akaunti hakukufaulu. Tafadhali jaribu tena baada ya muda mfupi.',
  },
};

/**
 * Renders the button of the sign-out script, and the element in which the script shows that the sign-out has failed.
 * @param account its id
 */
export function renderSignOutButton(locale: Locale, account: string): Html {
  const { signOut, failed } = TEXTS[locale];
  return html`<button id="sign-out" class="quiet" type="button" data-account="${account}">${signOut}</button>
    <span id="sign-out-failed" role="alert" data-text="${failed}"></span>`;
}
