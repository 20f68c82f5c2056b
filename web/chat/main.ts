import '../shared/styles/colors.css';
import '../shared/styles/base.css';
import './styles/page.css';
import './styles/top.css';
import './styles/buttons.css';
import './styles/dialog.css';
import './styles/panel.css';
import './styles/welcome.css';
import './styles/messages.css';
import './styles/emergency.css';
import './styles/rating.css';
import './styles/composer.css';
import { pickLocale } from '../../src/shared/locale';
import { element } from '../shared/element';
import { FORMAT_TAGS, createFormats } from '../shared/i18n/formats';
import { importWithRetry } from '../shared/lazy-import';
import { createTexts } from '../shared/texts';
import { createApi } from './api/api';
import { loadMessages } from './i18n/load-messages';
import { ChatPage } from './page';
import { SelectedCountry } from './storage/selected-country';
import { Session, sessionLink } from './api/session';

void start();

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) throw new TypeError('the page has a place for the assistant');
  const locale = pickLocale(document.documentElement.lang, []);
  const text = createTexts(locale, await importWithRetry(() => loadMessages(locale)));
  const dateTime = new Intl.DateTimeFormat(FORMAT_TAGS[locale], { dateStyle: 'medium', timeStyle: 'short' });
  const { account = null, name = '', retentionDays = '' } = root.dataset;
  const session = new Session(account, createApi(locale));
  const announcer = element('div', { className: 'visually-hidden', role: 'status', id: 'announcer' });
  const page = new ChatPage(
    root,
    {
      locale,
      text,
      formatCountry: createFormats(locale).country,
      selectedCountry: new SelectedCountry(),
      formatDateTime: (date) => dateTime.format(date),
      api: createApi(locale, sessionLink(session)),
      user: { account, name, retentionDays: Number(retentionDays) },
      session,
      announce: (message) => {
        announcer.textContent = message;
      },
    },
    announcer,
  );
  page.start();
}
