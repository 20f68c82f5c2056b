import type { User } from '../../modules/auth';
import { html } from '../../platform/http/html';
import { type Locale, directionOf } from '../../shared/locale';
import { ICON } from '../../platform/http/html-page';
import type { PageFiles } from '../shared/web-build';
import { CHAT_PAGE_TEXTS } from './chat-page.texts';

interface ChatPage {
  readonly locale: Locale;
  readonly files: PageFiles;
  /** Null for an anonymous reader. */
  readonly user: User | null;
  /** Days after which an anonymous conversation is deleted. */
  readonly retentionDays: number;
}

/** Renders the HTML shell of the chat application, with the reader's account. */
export function renderChatPage({ locale, files, user, retentionDays }: ChatPage): string {
  const { title, description, loading, noScript } = CHAT_PAGE_TEXTS[locale];
  const account = user ? html` data-account="${user.id}" data-name="${user.name || user.email}"` : '';
  return html`<!doctype html>
    <html lang="${locale}" dir="${directionOf(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${description}" />
        <title>${title}</title>
        ${ICON} ${files.styles.map((path) => html`<link rel="stylesheet" href="${path}" />`)}
        ${files.scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
        ${files.preloads.map((path) => html`<link rel="modulepreload" href="${path}" />`)}
      </head>
      <body>
        <div id="app" data-retention-days="${retentionDays}" ${account}>
          <main class="waiting">
            <h1>${title}</h1>
            <p class="loading">${loading}</p>
            <noscript><p>${noScript}</p></noscript>
          </main>
        </div>
      </body>
    </html> `.markup;
}
