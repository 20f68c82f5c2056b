import type { User } from '../../modules/auth';
import { writeLoginPath } from '../../shared/login-paths';
import { type Html, html } from '../../platform/http/html';
import { renderDocument } from '../../platform/http/html-page';
import { linkFiles } from '../shared/link-files';
import { renderSignOutButton } from '../shared/sign-out-button';
import { SIGN_OUT_PATH } from '../shared/sign-out.script';
import type { PageFiles } from '../shared/web-build';

export const REFERENCE_PAGE_PATH = '/api/docs';

const OPENAPI_PATH = '/api/openapi.json';

const downloads = html`<a href="${OPENAPI_PATH}">OpenAPI</a>
  <a href="/api/postman-collection.json" download>Postman collection</a>
  <a href="/llms.txt">llms.txt</a>`;

/** Renders the HTML shell of the API reference, with the reader's account. */
export function renderReferencePage(user: User | null, files: PageFiles): string {
  return renderDocument({
    locale: 'en',
    title: 'API reference · Africa Health Platform',
    head: html`<meta
        name="description"
        content="Every procedure of the health platform: what it takes and answers, examples in five languages, and calls to try."
      />
      <link rel="preload" href="${OPENAPI_PATH}" as="fetch" crossorigin />
      <script src="${SIGN_OUT_PATH}" defer></script>
      ${linkFiles(files)}`,
    body: html`<header class="page-header">
        <a class="skip" href="#reference">Skip to the content</a>
        <div class="page-header-inner">
          <div class="brand">
            <p><a href="/">Africa Health Platform</a></p>
            <p class="title">API reference</p>
          </div>
          <nav class="downloads" aria-label="Downloads">${downloads}</nav>
          <p class="account" id="account" ${user ? html`data-account="${formatAccount(user)}"` : ''}>
            ${renderAccount(user)}
          </p>
        </div>
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
      </div>`,
  });
}

function renderAccount(user: User | null): Html {
  if (!user)
    return html`<a class="button" href="${writeLoginPath({ returnTo: REFERENCE_PAGE_PATH })}">Sign in</a>`;
  return html`<span>Signed in as <strong>${formatAccount(user)}</strong></span>
    <a href="${writeLoginPath({ returnTo: REFERENCE_PAGE_PATH, prompt: 'login' })}"
      >Sign in as someone else</a
    >
    ${renderSignOutButton('en', user.id)}`;
}

function formatAccount({ name, email, role }: User): string {
  return `${name || email || 'an account without a name'} (${role})`;
}
