import type { Role } from '../../platform/access/role';
import { LOGIN_PATH } from '../../shared/login-paths';
import { Html, html } from '../../platform/http/html';
import { type Locale, directionOf } from '../../shared/locale';
import { ICON } from '../../platform/http/html-page';
import type { PageFiles } from '../shared/web-build';
import { FIRST_ANSWERS_ID, type FirstAnswers } from './first-answers';
import type { DashboardTexts } from './dashboard.texts';

interface DashboardPage {
  readonly locale: Locale;
  readonly texts: DashboardTexts;
  readonly files: PageFiles;
  readonly answers: FirstAnswers;
}

/** The page into which the web application builds itself. */
export function dashboardPage({ locale, texts, files, answers }: DashboardPage): string {
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
        <script type="application/json" id="${FIRST_ANSWERS_ID}">
          ${scriptData(answers)}
        </script>
      </body>
    </html> `.markup;
}

/** What somebody sees who may not see the dashboard, and whom to ask. */
export function refusal(texts: DashboardTexts, { name, role }: { name: string; role: Role }): Html {
  const [before = '', after = ''] = texts.refused.split('{account}');
  return html`<p>${before}<strong>${name || texts.nameless}</strong> (${role})${after}</p>
    <p>${texts.askForRole}</p>
    ${elsewhere(texts)}`;
}

/** What a ministry sees whose account is tied to no country. */
export function missingCountry(texts: DashboardTexts): Html {
  return html`<p>${texts.noCountry}</p>
    <p>${texts.askForCountry}</p>
    ${elsewhere(texts)}`;
}

function elsewhere(texts: DashboardTexts): Html {
  const login = new URLSearchParams({ prompt: 'login', returnTo: '/dashboard' });
  return html`<p>
    <a class="button" href="${LOGIN_PATH}?${login.toString()}">${texts.signInAsSomeoneElse}</a>
    <a href="/">${texts.startPage}</a>
  </p>`;
}

/** JSON that cannot end the element it stands in: it has no `<` left, and means the same. */
function scriptData(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', String.raw`\u003c`));
}
