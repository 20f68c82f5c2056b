import { html, type Html } from '../../src/platform/http/html';
import { SECOND_FACTOR_CODE, accounts, type Account } from './accounts';
import { type Machine, machines } from './machines';

/** A login that is under way. */
export interface LoginAttempt {
  /** Its identifier in the addresses of its pages. */
  readonly uid: string;
  /** Name of the application. */
  readonly application: string;
  /** The login page then has a field for the code of a second factor. */
  readonly asksForSecondFactor: boolean;
}

/** Returns the form for user name and password. No page of the portal needs JavaScript. */
export function loginPage(
  { uid, application, asksForSecondFactor }: LoginAttempt,
  failure?: { username: string; problem: string },
): string {
  return page(
    'Log in',
    html`<p>to go on to <strong>${application}</strong></p>
      ${failure === undefined ? '' : html`<p class="problem" role="alert" id="problem">${failure.problem}</p>`}
      <form method="post" action="/interaction/${uid}/login">
        <label for="username">User name</label>
        <input
          id="username"
          name="username"
          value="${failure?.username ?? ''}"
          autocomplete="username"
          required
          autocapitalize="none"
          spellcheck="false"
          ${failure === undefined ? 'autofocus' : ''}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${failure === undefined ? '' : html`autofocus aria-describedby="problem"`}
        />
        ${
          asksForSecondFactor
            ? html`<label for="code">Code of the second factor (${SECOND_FACTOR_CODE})</label>
                <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" />`
            : ''
        }
        <button>Log in</button>
      </form>
      <h2>Accounts of this demonstration</h2>
      <p>All of them are invented. Choose one to log in as:</p>
      <ul>
        ${accounts.map((account) => accountButton({ uid, asksForSecondFactor }, account))}
      </ul>`,
  );
}

/** Returns the form for consent to share account data with the application. */
export function consentPage(
  { uid, application }: LoginAttempt,
  { account, scopes }: { account: Account; scopes: readonly string[] },
): string {
  return page(
    'Share your details?',
    html`<p>You are <strong>${account.name}</strong> (${account.username}).</p>
      <p><strong>${application}</strong> would learn:</p>
      <ul class="plain">
        ${scopes.flatMap((scope) => SCOPE_DESCRIPTIONS[scope] ?? []).map((description) => html`<li>${description}</li>`)}
      </ul>
      <form method="post" action="/interaction/${uid}/allow"><button>Allow</button></form>
      <form method="post" action="/interaction/${uid}/refuse"><button class="quiet">Refuse</button></form>
      <p><a href="/interaction/${uid}/login">Log in as somebody else</a></p>`,
  );
}

export function errorPage(title: string, explanation: string): string {
  return page(title, html`<p>${explanation}</p>`);
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
      <ul class="plain">
        ${accounts.map(
          ({ username, password, purpose }) =>
            html`<li><code>${username}</code>, password <code>${password}</code>: ${purpose}</li>`,
        )}
      </ul>
      <h2>Machines</h2>
      <p>Programs get an access token with the client-credentials grant, and send it to the platform.</p>
      <ul class="plain">
        ${machines.map(
          ({ clientId, clientSecret, purpose, scope }) =>
            html`<li>
              <code>${clientId}</code>, secret <code>${clientSecret}</code>: ${purpose}
              (<code>${scope}</code>)
            </li>`,
        )}
      </ul>
      ${first === undefined ? '' : html`<pre><code>${tokenCommand(issuer, first)}</code></pre>`}`,
  );
}

/** Returns a curl command that requests an access token. */
export function tokenCommand(issuer: string, { clientId, clientSecret }: Machine): string {
  return `curl -u ${clientId}:${clientSecret} -d grant_type=client_credentials ${issuer}/token`;
}

const SCOPE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  openid: 'that it is you',
  profile: 'your name, your role and your country',
  email: 'your e-mail address',
};

function accountButton(
  { uid, asksForSecondFactor }: Omit<LoginAttempt, 'application'>,
  { username, password, name, purpose }: Account,
): Html {
  return html`<li>
    <form method="post" action="/interaction/${uid}/login">
      <input type="hidden" name="username" value="${username}" />
      <input type="hidden" name="password" value="${password}" />
      ${asksForSecondFactor ? html`<input type="hidden" name="code" value="${SECOND_FACTOR_CODE}" />` : ''}
      <button class="account">
        <strong>${username}</strong> ${name}, ${purpose}<br /><small>password <code>${password}</code></small>
      </button>
    </form>
  </li>`;
}

const style = html`<style>
  :root {
    color-scheme: light dark;
    --line: #8886;
    --accent: #0b6e4f;
  }
  body {
    font:
      1rem/1.5 system-ui,
      sans-serif;
    max-width: 28rem;
    margin: 2rem auto;
    padding: 0 1rem;
  }
  h1 {
    font-size: 1.6rem;
    margin: 0;
  }
  h2 {
    font-size: 1.05rem;
    margin: 2rem 0 0;
  }
  label {
    display: block;
    margin-top: 1rem;
    font-weight: 600;
  }
  input {
    display: block;
    box-sizing: border-box;
    width: 100%;
    padding: 0.6rem;
    font: inherit;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
  }
  button {
    display: block;
    width: 100%;
    margin-top: 1rem;
    padding: 0.6rem;
    font: inherit;
    cursor: pointer;
    color: #fff;
    background: var(--accent);
    border: 1px solid var(--accent);
    border-radius: 0.4rem;
  }
  button.quiet,
  button.account {
    color: inherit;
    background: none;
    border-color: var(--line);
  }
  button.account {
    margin: 0.4rem 0;
    text-align: left;
  }
  :focus-visible {
    outline: 3px solid #e0a100;
    outline-offset: 2px;
  }
  ul {
    list-style: none;
    padding: 0;
    margin: 0;
  }
  ul.plain {
    list-style: disc;
    padding-left: 1.2rem;
  }
  pre {
    padding: 0.6rem;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .problem {
    padding: 0.6rem;
    border: 1px solid #c0392b;
    border-left-width: 0.4rem;
    border-radius: 0.4rem;
  }
</style>`;

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Identity portal</title>
        ${style}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.markup.trimStart();
}
