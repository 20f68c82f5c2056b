import type { User } from '../../modules/auth';
import { LOGIN_PATH } from '../../shared/login-paths';
import { type Html, html } from '../../platform/http/html';
import { ICON } from '../../platform/http/html-page';
import { SIGN_OUT_FAILED, renderSignOutButton } from '../shared/sign-out-button';
import { SIGN_OUT_PATH } from '../shared/sign-out.script';
import type { PageFiles } from '../shared/web-build';

export const REFERENCE_PAGE_PATH = '/api/docs';

const OPENAPI_PATH = '/api/openapi.json';

const downloads = html`<a href="${OPENAPI_PATH}">OpenAPI</a>
  <a href="/api/postman-collection.json" download>Postman collection</a>
  <a href="/llms.txt">llms.txt</a>`;

/** Renders the HTML shell of the API reference, with the reader's account. */
export function renderReferencePage(user: User | null, { scripts, styles, preloads }: PageFiles): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="description"
          content="Every procedure of the health platform: what it takes and answers, examples in five languages, and calls to try."
        />
        <title>API reference · Africa Health Platform</title>
        ${ICON} ${styles.map((path) => html`<link rel="stylesheet" href="${path}" />`)}
        <link rel="preload" href="${OPENAPI_PATH}" as="fetch" crossorigin />
        <script src="${SIGN_OUT_PATH}" defer></script>
        ${scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
        ${preloads.map((path) => html`<link rel="modulepreload" href="${path}" />`)}
      </head>
      <body>
        <a class="skip" href="#reference">Skip to the content</a>
        <header class="top">
          <a class="home" href="/">Africa Health Platform</a>
          <nav class="downloads" aria-label="Downloads">${downloads}</nav>
          <p class="account" id="account" ${user ? html`data-account="${formatAccount(user)}"` : ''}>
            ${renderAccount(user)}
          </p>
        </header>
        <div class="columns">
          <nav class="procedures" id="procedures" aria-label="Procedures"></nav>
          <div id="reference" tabindex="-1">
            <p class="waiting" id="waiting" role="status">Loading the reference …</p>
            <noscript>
              <main class="waiting">
                <h1>API reference</h1>
                <p>
                  This page is drawn with JavaScript, which is switched off in this browser. What it shows is
                  also here:
                  <a href="/llms.txt">/llms.txt</a>, a text to read;
                  <a href="${OPENAPI_PATH}">${OPENAPI_PATH}</a>, the same for programs; and
                  <a href="/api/postman-collection.json">/api/postman-collection.json</a>, for Postman.
                </p>
              </main>
            </noscript>
          </div>
        </div>
      </body>
    </html> `.markup;
}

function renderAccount(user: User | null): Html {
  const buildLoginUrl = (parameters: Record<string, string>): string =>
    `${LOGIN_PATH}?${new URLSearchParams({ ...parameters, returnTo: REFERENCE_PAGE_PATH }).toString()}`;
  if (!user) return html`<a class="button" href="${buildLoginUrl({})}">Sign in</a>`;
  return html`<span>Signed in as <strong>${formatAccount(user)}</strong></span>
    <a href="${buildLoginUrl({ prompt: 'login' })}">Sign in as someone else</a>
    ${renderSignOutButton('Sign out', SIGN_OUT_FAILED)}`;
}

function formatAccount({ name, email, role }: User): string {
  return `${name || email || 'an account without a name'} (${role})`;
}
