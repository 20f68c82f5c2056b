import type { Role } from '../../platform/access/role';
import { writeLoginPath } from '../../shared/login-paths';
import { Html, html } from '../../platform/http/html';
import { renderDocument } from '../../platform/http/html-page';
import type { Locale } from '../../shared/locale';
import { linkFiles } from '../shared/link-files';
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
  return renderDocument({
    locale,
    title: texts.title,
    head: linkFiles(files),
    body: html`<div id="app">
        <p class="waiting">${texts.loading}</p>
        <noscript><p class="waiting">${texts.noScript}</p></noscript>
      </div>
      <script type="application/json" id="${INITIAL_DATA_ID}">
        ${writeScriptData(data)}
      </script>`,
  });
}

interface Refused {
  readonly name: string;
  readonly role: Role;
  /** Keeps the language in links. */
  readonly query: string;
}

/** Renders the 403 page for an account without access, which says whom to ask. */
export function renderForbidden(texts: DashboardTexts, { name, role, query }: Refused): Html {
  const [before = '', after = ''] = texts.forbidden.split('{account}');
  return html`<p>${before}<strong>${name || texts.unnamedAccount}</strong> (${role})${after}</p>
    <p>${texts.askForRole}</p>
    ${renderOtherPages(texts, query)}`;
}

/** Renders the 403 page for a ministry account without a country. */
export function renderMissingCountry(texts: DashboardTexts, query: string): Html {
  return html`<p>${texts.noCountry}</p>
    <p>${texts.askForCountry}</p>
    ${renderOtherPages(texts, query)}`;
}

function renderOtherPages(texts: DashboardTexts, query: string): Html {
  return html`<p>
    <a class="button" href="${writeLoginPath({ returnTo: `/dashboard${query}`, prompt: 'login' })}"
      >${texts.signInAsSomeoneElse}</a
    >
    <a href="/${query}">${texts.startPage}</a>
  </p>`;
}

/** Writes JSON for a script element. `<` is escaped because `</script>` would end the element. */
function writeScriptData(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', String.raw`\u003c`));
}
