import { signal } from '@preact/signals';
import { render } from 'preact';
import { pickLocale } from '../../../src/shared/locale';
import { findRememberedAccount, rememberAccount } from '../../shared/account-storage';
import { FORMAT_TAGS, createCountryFormat } from '../../shared/i18n/formats';
import { importWithRetry } from '../../shared/lazy-import';
import { createTexts } from '../../shared/texts';
import { createApi } from '../api/api';
import { Session, sessionLink } from '../api/session';
import { loadMessages } from '../i18n/load-messages';
import { Connection } from '../offline/connection';
import { registerWorker } from '../offline/register-worker';
import { storedPageLink } from '../offline/stored-page-link';
import { ChatState } from '../state/chat-state';
import { findTabAccount } from '../storage/tab-storage';
import { selectCountry } from '../country/selected-country';
import { App } from './app';

/** Replaces the content of an element, which names the account, by the chat. */
export async function startChat(root: HTMLElement): Promise<void> {
  const locale = pickLocale(document.documentElement.lang, []);
  const text = createTexts(locale, await importWithRetry(() => loadMessages(locale)));
  const dateTime = new Intl.DateTimeFormat(FORMAT_TAGS[locale], { dateStyle: 'medium', timeStyle: 'short' });
  const { name = '', retentionDays = '', offline } = root.dataset;
  const connection = new Connection(offline !== undefined);
  const { isStoredPage } = connection;
  const account = isStoredPage
    ? (findRememberedAccount() ?? findTabAccount())
    : (root.dataset.account ?? null);
  if (!isStoredPage) rememberAccount(account);
  const session = new Session(account, createApi({ locale }));
  const ownLinks = isStoredPage ? [storedPageLink(connection, session)] : [];
  const announcement = signal({ text: '' });
  const state = new ChatState({
    locale,
    text,
    formatCountry: createCountryFormat(locale),
    ...selectCountry(),
    formatDateTime: (date) => dateTime.format(date),
    api: createApi({ locale, account }, ...ownLinks, sessionLink(session)),
    user: { account, name, retentionDays: Number(retentionDays) },
    session,
    connection,
    isFirstAidOpen: signal(false),
    announce: (message) => {
      announcement.value = { text: message };
    },
  });
  root.replaceChildren();
  render(<App state={state} announcement={announcement} />, root);
  registerWorker();
}
