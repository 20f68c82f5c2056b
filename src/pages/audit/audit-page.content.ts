import type { auditContract } from '../../modules/audit';
import type { OutputOf } from '../../platform/contract/implementation-types';
import { type Html, html } from '../../platform/http/html';
import { renderPage } from '../../platform/http/html-page';
import type { Locale } from '../../shared/locale';
import { renderSignOutButton } from '../shared/sign-out-button';
import { SIGN_OUT_PATH } from '../shared/sign-out.script';
import { AUDIT_PAGE_PATH } from './audit-page.paths';
import type { AuditPageTexts } from './audit-page.texts';

type Page = OutputOf<typeof auditContract.list>['data'];
type Event = Page['events'][number];

/** Values of the form, as written. */
export type Filter = Readonly<Partial<Record<FilterName, string>>>;
export const FILTER_NAMES = ['country', 'action', 'accountId', 'recordId', 'from', 'before'] as const;
type FilterName = (typeof FILTER_NAMES)[number];

/** Records that a row shows. */
const MAX_RECORDS = 3;

interface AuditPage {
  readonly locale: Locale;
  readonly texts: AuditPageTexts;
  readonly filter: Filter;
  /** The reader's id. */
  readonly account: string;
  readonly page: Page;
  readonly isFirst: boolean;
}

/** Renders the audit trail as a table, with a form that filters it. Only the sign-out needs a script. */
export function renderAuditPage({ locale, texts, filter, account, page, isFirst }: AuditPage): string {
  const older = page.nextCursor;
  const body = html`${renderForm(texts, filter, locale)} ${renderTable(texts, page.events)}
    <nav class="tools">
      ${isFirst ? '' : html`<a href="${linkTo(filter, locale)}">${texts.latest}</a>`}
      ${older === null ? '' : html`<a rel="next" href="${linkTo(filter, locale, older)}">${texts.older}</a>`}
    </nav>
    <script src="${SIGN_OUT_PATH}" defer></script>`;
  return renderPage(texts.title, body, {
    locale,
    home: `/?lang=${locale}`,
    tools: renderSignOutButton(locale, account),
    width: 'wide',
  });
}

function renderForm(texts: AuditPageTexts, filter: Filter, locale: Locale): Html {
  const field = (name: FilterName, label: string, type = 'text') =>
    html`<label>${label} <input type="${type}" name="${name}" value="${filter[name] ?? ''}" /></label>`;
  return html`<form class="card filter" method="get" action="${AUDIT_PAGE_PATH}">
    ${[
      field('country', texts.country),
      field('action', texts.action),
      field('accountId', texts.account),
      field('recordId', texts.record),
      field('from', texts.from, 'date'),
      field('before', texts.before, 'date'),
    ]}
    <input type="hidden" name="lang" value="${locale}" />
    <button>${texts.show}</button>
  </form>`;
}

function renderTable(texts: AuditPageTexts, events: readonly Event[]): Html {
  if (events.length === 0) return html`<p class="card">${texts.noEvents}</p>`;
  return html`<div class="card table-scroll" tabindex="0" role="region" aria-label="${texts.title}">
    <table>
      <thead>
        <tr>
          <th scope="col">${texts.time}</th>
          <th scope="col">${texts.who}</th>
          <th scope="col">${texts.action}</th>
          <th scope="col">${texts.country}</th>
          <th scope="col">${texts.where}</th>
          <th scope="col">${texts.touched}</th>
        </tr>
      </thead>
      <tbody>
        ${events.map((event) => renderRow(texts, event))}
      </tbody>
    </table>
  </div>`;
}

function renderRow(texts: AuditPageTexts, event: Event): Html {
  const { at, action, country, address, requestId, details } = event;
  return html`<tr>
    <td class="time"><time datetime="${at}">${at.slice(0, 19).replace('T', ' ')}</time></td>
    <td>${renderAccount(texts, event)}</td>
    <td>${action} ${details === null ? '' : html`<code dir="ltr">${JSON.stringify(details)}</code>`}</td>
    <td>${country === '*' ? texts.none : country}</td>
    <td>${address ?? ''} ${requestId === null ? '' : html`<code dir="ltr">${requestId}</code>`}</td>
    <td>${renderRecords(texts, event)}</td>
  </tr>`;
}

function renderAccount(texts: AuditPageTexts, { account }: Event): Html {
  if (account === null) return html`${texts.platform}`;
  const { id, name, email, role } = account;
  return html`${name || email || texts.unnamedAccount} ${role === null ? '' : html`<small>(${role})</small>`}
    <code dir="ltr">${id}</code>`;
}

function renderRecords(texts: AuditPageTexts, { records, recordCount }: Event): Html {
  const more = recordCount - MAX_RECORDS;
  return html`${records.slice(0, MAX_RECORDS).map((id) => html`<code dir="ltr">${id}</code>`)}
  ${more > 0 ? html`<small>${texts.more.replace('{count}', String(more))}</small>` : ''}`;
}

function linkTo(filter: Filter, locale: Locale, cursor?: string): string {
  const query = new URLSearchParams({ ...filter, lang: locale, ...(cursor !== undefined && { cursor }) });
  return `${AUDIT_PAGE_PATH}?${query.toString()}`;
}
