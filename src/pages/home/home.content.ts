import type { User } from '../../modules/auth';
import { type Html, html } from '../../platform/http/html';
import { PLATFORM_NAME, renderPage } from '../../platform/http/html-page';
import { BASE_PATH } from '../../platform/trpc/transport/target';
import { LANGUAGE_NAMES } from '../../shared/language-names';
import { LOCALES, type Locale, directionOf } from '../../shared/locale';
import { writeLoginPath } from '../../shared/login-paths';
import { renderSignOutButton } from '../shared/sign-out-button';
import { SIGN_OUT_PATH } from '../shared/sign-out.script';
import { type Door, HOME_TEXTS, type HomeTexts } from './home.texts';

interface HomePage {
  readonly locale: Locale;
  /** The query that keeps the language in links, if the reader chose it. */
  readonly query: string;
  /** Null if nobody is signed in. */
  readonly user: User | null;
  readonly publicUrl: string;
}

/** Renders the start page: a door for each kind of reader, then the addresses for developers. */
export function renderHome({ locale, query, user, publicUrl }: HomePage): string {
  const texts = HOME_TEXTS[locale];
  const { assistant, dashboard, reference } = texts;
  const mayNotSee = user !== null && user.role !== 'ministry' && user.role !== 'admin';
  const body = html`<ul class="doors">
      ${renderDoor(assistant, assistant.access, `/chat${query}`)}
      ${
        mayNotSee
          ? renderDoor(dashboard, texts.noDashboard.replace('{role}', user.role))
          : renderDoor(dashboard, dashboard.access, `/dashboard${query}`)
      }
      ${renderDoor(reference, reference.access, '/api/docs')}
    </ul>
    ${renderAddresses(publicUrl, texts)}
    <nav class="languages" aria-label="${texts.language}">${LOCALES.map(renderLanguage)}</nav>
    <script src="${SIGN_OUT_PATH}" defer></script>`;
  const tools = user
    ? renderAccount(user, { locale, query })
    : html`<a href="${writeLoginPath({ returnTo: `/${query}` })}">${texts.signIn}</a>`;
  return renderPage(PLATFORM_NAME, body, { locale, above: html``, tools, width: 'wide' });
}

/** @param path undefined if the reader may not go there */
function renderDoor({ title, text, action }: Door, access: string, path?: string): Html {
  return html`<li>
    <h2>${title}</h2>
    <p>${text} <span class="note">${access}</span></p>
    ${path === undefined ? '' : html`<a class="button" href="${path}">${action}</a>`}
  </li>`;
}

function renderAccount(
  { id, name, email, role }: User,
  { locale, query }: { locale: Locale; query: string },
): Html {
  const { signedInAs, unnamedAccount, auditTrail, signInAsSomeoneElse } = HOME_TEXTS[locale];
  const [before = '', between = '', after = ''] = signedInAs.split(/\{account\}|\{role\}/);
  return html`<span
      >${before}<strong>${name || email || unnamedAccount}</strong>${between}${role}${after}</span
    >
    ${role === 'admin' ? html`<a href="/admin/audit${query}">${auditTrail}</a>` : ''}
    <a href="${writeLoginPath({ returnTo: `/${query}`, prompt: 'login' })}">${signInAsSomeoneElse}</a>
    ${renderSignOutButton(locale, id)}`;
}

function renderAddresses(publicUrl: string, texts: HomeTexts): Html {
  const base = `${publicUrl}${BASE_PATH}`;
  const link = (path: string) => html`<a href="${path}"><code dir="ltr">${publicUrl}${path}</code></a>`;
  return html`<h2>${texts.forDevelopers}</h2>
    <dl>
      <dt>${texts.baseUrl}</dt>
      <dd><code dir="ltr">${base}</code></dd>
      <dt>${texts.firstCall}</dt>
      <dd>${link(`${BASE_PATH}/specialties.list`)}</dd>
      <dt>${texts.whoIsSignedIn}</dt>
      <dd>${link(`${BASE_PATH}/auth.me`)}</dd>
      <dt>${texts.alive}</dt>
      <dd>${link('/livez')}</dd>
      <dt>${texts.ready}</dt>
      <dd>${link('/readyz')}</dd>
    </dl>`;
}

function renderLanguage(locale: Locale): Html {
  return html`<a href="/?lang=${locale}" lang="${locale}" dir="${directionOf(locale)}" hreflang="${locale}"
    >${LANGUAGE_NAMES[locale]}</a
  >`;
}
