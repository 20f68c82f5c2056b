import type { User } from '../../modules/auth';
import { html } from '../../platform/http/html';
import { renderDocument } from '../../platform/http/html-page';
import type { Locale } from '../../shared/locale';
import { linkFiles } from '../shared/link-files';
import type { PageFiles } from '../shared/web-build';
import { CHAT_THEME_COLORS, iconPath, manifestPath } from './chat-manifest';
import { CHAT_PAGE_TEXTS } from './chat-page.texts';

interface ChatPage {
  readonly locale: Locale;
  readonly files: PageFiles;
  /** Null for an anonymous reader; undefined in the copy for a browser without a connection, which nobody's session has read. */
  readonly user: User | null | undefined;
  /** Days after which an anonymous conversation is deleted. */
  readonly retentionDays: number;
}

/** Renders the HTML shell of the chat application, with the reader's account. */
export function renderChatPage({ locale, files, user, retentionDays }: ChatPage): string {
  const { title, description, loading, noScript } = CHAT_PAGE_TEXTS[locale];
  const account = user ? html`data-account="${user.id}" data-name="${user.name || user.email}"` : '';
  const offline = user === undefined ? html`data-offline` : '';
  return renderDocument({
    locale,
    title,
    head: html`<meta name="description" content="${description}" />
      <meta name="theme-color" content="${CHAT_THEME_COLORS.light}" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="${CHAT_THEME_COLORS.dark}" media="(prefers-color-scheme: dark)" />
      <link rel="manifest" href="${manifestPath(locale)}" />
      <link rel="apple-touch-icon" href="${iconPath('icon-192.png')}" />
      ${linkFiles(files)}`,
    body: html`<div id="app" data-retention-days="${retentionDays}" ${account} ${offline}>
      <main class="waiting">
        <h1>${title}</h1>
        <p class="loading">${loading}</p>
        <noscript><p>${noScript}</p></noscript>
      </main>
    </div>`,
  });
}
