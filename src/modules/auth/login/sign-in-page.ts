import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { html } from '../../../platform/http/html';
import { renderPage } from '../../../platform/http/html-page';
import { type Locale, findLocale, pickLocale } from '../../../shared/locale';
import { writeLoginPath } from '../../../shared/login-paths';
import { type LoginQuery, readPageLanguage } from './login-query';

interface Texts {
  readonly signIn: string;
  readonly explanation: string;
  readonly startPage: string;
}

const TEXTS: Readonly<Record<Locale, Texts>> = {
  en: {
    signIn: 'Sign in',
    explanation:
      'A link on another website has led you here. To go on, sign in. If you did not expect this, close this page.',
    startPage: 'Start page',
  },
  fr: {
    signIn: 'Se connecter',
    explanation:
      'Un lien d’un autre site vous a mené ici. Pour continuer, connectez-vous. Si vous ne vous y attendiez pas, fermez cette page.',
    startPage: 'Page d’accueil',
  },
  pt: {
    signIn: 'Iniciar sessão',
    explanation:
      'Chegou aqui por uma ligação de outro site. Para continuar, inicie sessão. Se não esperava isto, feche esta página.',
    startPage: 'Página inicial',
  },
  ar: {
    signIn: 'تسجيل الدخول',
    explanation:
      'أوصلك إلى هنا رابط في موقع آخر. للمتابعة، سجّل الدخول. إذا لم تكن تتوقع ذلك، فأغلق هذه الصفحة.',
    startPage: 'الصفحة الرئيسية',
  },
  sw: {
    signIn: 'Ingia',
    explanation:
      'Kiungo cha tovuti nyingine kimekuleta hapa. Ili kuendelea, ingia. Kama hukutarajia hili, funga ukurasa huu.',
    startPage: 'Ukurasa wa mwanzo',
  },
};

/** Values of `Sec-Fetch-Site` for the platform's own pages, and for addresses that a person typed or stored. */
const OWN_NAVIGATIONS: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Returns whether a page of another site, or of another host of the site, sent the browser here. Browsers repeat the header
 * over redirects. Programs and old browsers do not send it; others not on plain http, except to localhost.
 */
export function isForeignNavigation({ headers }: IncomingMessage): boolean {
  return !OWN_NAVIGATIONS.includes(headers['sec-fetch-site']);
}

/** Returns the page with a button that starts the login. The click comes from the platform's own page. */
export function renderSignInPage(query: LoginQuery, request: Request): string {
  const chosen = findLocale([readPageLanguage(query) ?? '']);
  const locale = pickLocale(chosen, request.acceptsLanguages());
  const home = chosen === undefined ? '/' : `/?lang=${chosen}`;
  const { signIn, explanation, startPage } = TEXTS[locale];
  const body = html`<p>${explanation}</p>
    <p>
      <a class="button" href="${writeLoginPath(query)}">${signIn}</a> <a href="${home}">${startPage}</a>
    </p>`;
  return renderPage(signIn, body, { locale, home });
}
