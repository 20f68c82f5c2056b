import { Html, html } from '../../src/platform/http/html';
import { STYLE, renderPage } from '../../src/platform/http/html-page';
import type { Locale } from '../../src/shared/locale';
import { SECOND_FACTOR_CODE, accounts, type Account } from './accounts';
import { type Machine, machines } from './machines';
import { PORTAL_TEXTS, type PortalTexts } from './pages.texts';

/** A login that is under way. */
export interface LoginAttempt {
  /** Its identifier in the addresses of its pages. */
  readonly uid: string;
  /** Name of the application. */
  readonly application: string;
  /** The login page then has a field for the code of a second factor. */
  readonly asksForSecondFactor: boolean;
  readonly locale: Locale;
}

/** Contents of the login form. */
interface LoginForm {
  readonly username: string;
  readonly password?: string;
  readonly problem?: 'wrongPassword' | 'wrongCode';
}

/** Returns the form for user name and password. No page of the portal needs JavaScript. */
export function loginPage(
  { uid, application, asksForSecondFactor, locale }: LoginAttempt,
  { username, password, problem }: LoginForm,
): string {
  const texts = PORTAL_TEXTS[locale];
  const isFirst = username === '';
  const body = html`<p>${insert(texts.toGoOn, 'application', application)}</p>
    ${problem === undefined ? '' : html`<p class="problem" role="alert" id="problem">${texts[problem]}</p>`}
    <form class="login" method="post" action="/interaction/${uid}/login">
      <label for="username">${texts.username}</label>
      <input
        id="username"
        name="username"
        value="${username}"
        autocomplete="username"
        required
        autocapitalize="none"
        spellcheck="false"
        ${isFirst ? 'autofocus' : ''}
      />
      <label for="password">${texts.password}</label>
      <input
        id="password"
        name="password"
        type="password"
        value="${password ?? ''}"
        autocomplete="current-password"
        required
        ${problem === undefined ? '' : html`autofocus aria-describedby="problem"`}
      />
      ${
        asksForSecondFactor
          ? html`<label for="code">${texts.secondFactor.replace('{code}', SECOND_FACTOR_CODE)}</label>
              <input
                id="code"
                name="code"
                value="${password === undefined ? '' : SECOND_FACTOR_CODE}"
                inputmode="numeric"
                autocomplete="one-time-code"
              />`
          : ''
      }
      <button ${password === undefined ? '' : 'autofocus'}>${texts.logIn}</button>
    </form>
    <h2>${texts.demoAccounts}</h2>
    <p>${texts.chooseOne}</p>
    <form class="accounts" method="get" action="/interaction/${uid}/login">
      ${accounts.map((account) => accountButton(account, texts))}
    </form>`;
  return page(texts.logIn, body, locale);
}

/** Returns the form for consent to share account data with the application. */
export function consentPage(
  { uid, application, locale }: LoginAttempt,
  { account, scopes }: { account: Account; scopes: readonly string[] },
): string {
  const texts = PORTAL_TEXTS[locale];
  const body = html`<p>${insert(texts.youAre, 'account', `${account.name} (${account.username})`)}</p>
    <p>${insert(texts.wouldLearn, 'application', application)}</p>
    <ul>
      ${scopes.flatMap((scope) => texts.scopes[scope] ?? []).map((description) => html`<li>${description}</li>`)}
    </ul>
    <div class="tools">
      <form class="allow" method="post" action="/interaction/${uid}/allow">
        <button>${texts.allow}</button>
      </form>
      <form method="post" action="/interaction/${uid}/refuse">
        <button class="quiet">${texts.refuse}</button>
      </form>
      <a href="/interaction/${uid}/login">${texts.somebodyElse}</a>
    </div>`;
  return page(texts.share, body, locale);
}

/** Returns a page that says why a login cannot go on. */
export function refusalPage(problem: 'expired' | 'noSuchPage', locale: Locale): string {
  const texts = PORTAL_TEXTS[locale];
  return page(texts[problem], html`<p>${texts.goBack}</p>`, locale);
}

/** Returns a page for developers. */
export function errorPage(title: string, explanation: string): string {
  return page(title, html`<p>${explanation}</p>`, 'en');
}

/** Returns the page at `/`: the portal's purpose, accounts and machines. */
export function startPage(issuer: string): string {
  const [first] = machines;
  return page(
    'Identity portal',
    html`<p>
        This is the stand-in for the platform's identity portal, for development and demonstrations. Logging
        in starts at the platform, not here.
      </p>
      <h2>Accounts</h2>
      <ul>
        ${accounts.map(
          ({ username, password, purpose }) =>
            html`<li><code>${username}</code>, password <code>${password}</code>: ${purpose}</li>`,
        )}
      </ul>
      <h2>Machines</h2>
      <p>Programs get an access token with the client-credentials grant, and send it to the platform.</p>
      <ul>
        ${machines.map(
          ({ clientId, clientSecret, purpose, scope }) =>
            html`<li>
              <code>${clientId}</code>, secret <code>${clientSecret}</code>: ${purpose}
              (<code>${scope}</code>)
            </li>`,
        )}
      </ul>
      ${first === undefined ? '' : html`<pre><code>${tokenCommand(issuer, first)}</code></pre>`}`,
    'en',
  );
}

/** Returns a curl command that requests an access token. */
export function tokenCommand(issuer: string, { clientId, clientSecret }: Machine): string {
  return `curl -u ${clientId}:${clientSecret} -d grant_type=client_credentials ${issuer}/token`;
}

function accountButton({ username, name }: Account, { purposes }: PortalTexts): Html {
  return html`<button class="quiet" name="account" value="${username}">
    <strong>${username}</strong> ${name}, ${purposes[username] ?? ''}
  </button>`;
}

/** Returns a text with a value in bold in place of its placeholder. */
function insert(text: string, placeholder: string, value: string): Html {
  const [before = '', after = ''] = text.split(`{${placeholder}}`);
  return html`${before}<strong>${value}</strong>${after}`;
}

/** Inline, because the pages load nothing. */
const style = html`<style>
  ${new Html(STYLE)}
</style>`;

function page(title: string, body: Html, locale: Locale): string {
  const above = html`${PORTAL_TEXTS[locale].portal}`;
  return renderPage(title, body, { locale, above, width: 'narrow', style });
}
