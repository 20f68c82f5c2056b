import type { User } from '../../modules/auth';
import { html } from '../../platform/http/html';
import { renderDocument } from '../../platform/http/html-page';
import type { Locale } from '../../shared/locale';
import { linkFiles } from '../shared/link-files';
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
  return renderDocument({
    locale,
    title,
    head: html`<meta name="description" content="${description}" /> ${linkFiles(files)}`,
    body: html`<div id="app" data-retention-days="${retentionDays}" ${account}>
      <main class="waiting">
        <h1>${title}</h1>
        <p class="loading">${loading}</p>
        <noscript><p>${noScript}</p></noscript>
      </main>
    </div>`,
  });
}
