import type { Role } from '../../platform/access/role';
import { LOGIN_PATH } from '../../shared/login-paths';
import { Html, html } from '../../platform/http/html';
import { type Locale, directionOf } from '../../shared/locale';
import { ICON } from '../../platform/http/html-page';
import type { PageFiles } from '../shared/web-build';
import { INITIAL_DATA_ID, type InitialData } from './initial-data';
import type { DashboardTexts } from './dashboard.texts';

interface DashboardPage {
  readonly locale: Locale;
  readonly texts: DashboardTexts;
  readonly files: PageFiles;
  readonly data: InitialData;
}

/** Renders the HTML shell of the dashboard application, with its initial data as JSON. */
export function renderDashboardPage({ locale, texts, files, data }: DashboardPage): string {
  return html`<!doctype html>
    <html lang="${locale}" dir="${directionOf(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${texts.title}</title>
        ${ICON} ${files.styles.map((path) => html`<link rel="stylesheet" href="${path}" />`)}
        ${files.scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
        ${files.preloads.map((path) => html`<link rel="modulepreload" href="${path}" />`)}
      </head>
      <body>
        <div id="app">
          <p class="waiting">${texts.loading}</p>
          <noscript><p class="waiting">${texts.noScript}</p></noscript>
        </div>
        <script type="application/json" id="${INITIAL_DATA_ID}">
          ${writeScriptData(data)}
        </script>
      </body>
    </html> `.markup;
}

/** Renders the 403 page for an account without access, which says whom to ask. */
export function renderForbidden(texts: DashboardTexts, { name, role }: { name: string; role: Role }): Html {
  const [before = '', after = ''] = texts.forbidden.split('{account}');
  return html`<p>${before}<strong>${name || texts.unnamedAccount}</strong> (${role})${after}</p>
    <p>${texts.askForRole}</p>
    ${renderOtherPages(texts)}`;
}

/** Renders the 403 page for a ministry account without a country. */
export function renderMissingCountry(texts: DashboardTexts): Html {
  return html`<p>${texts.noCountry}</p>
    <p>${texts.askForCountry}</p>
    ${renderOtherPages(texts)}`;
}

function renderOtherPages(texts: DashboardTexts): Html {
  const login = new URLSearchParams({ prompt: 'login', returnTo: '/dashboard' });
  return html`<p>
    <a class="button" href="${LOGIN_PATH}?${login.toString()}">${texts.signInAsSomeoneElse}</a>
    <a href="/">${texts.startPage}</a>
  </p>`;
}

/** Writes JSON for a script element. `<` is escaped because `</script>` would end the element. */
function writeScriptData(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', String.raw`\u003c`));
}
