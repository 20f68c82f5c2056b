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
import { VARIETIES, formatsFor } from '../shared/i18n/formats';
import { textsFor } from '../shared/texts';
import { apiIn } from './api';
import { ChosenCountry } from './chosen-country';
import { loadMessages } from './messages/load';
import type { ChatMessages } from './messages/en';
import { ChatPage } from './page';
import { Session, sessionLink } from './session';

/** The pause before another attempt to fetch the texts, without which there is no page. */
const TEXTS_PAUSE_MS = 3_000;

void start();

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) throw new TypeError('the page has a place for the assistant');
  const locale = pickLocale(document.documentElement.lang, []);
  const text = textsFor(locale, await textsOf(() => loadMessages(locale)));
  const moments = new Intl.DateTimeFormat(VARIETIES[locale], { dateStyle: 'medium', timeStyle: 'short' });
  const { account = null, name = '', retentionDays = '' } = root.dataset;
  const session = new Session(account, apiIn(locale));
  const heard = element('div', { className: 'unseen', role: 'status', id: 'announcer' });
  const page = new ChatPage(
    root,
    {
      locale,
      text,
      country: formatsFor(locale).country,
      chosenCountry: new ChosenCountry(),
      moment: (moment) => moments.format(moment),
      api: apiIn(locale, sessionLink(session)),
      reader: { account, name, retentionDays: Number(retentionDays) },
      session,
      announce: (message) => {
        heard.textContent = message;
      },
    },
    heard,
  );
  page.start();
}

async function textsOf(load: () => Promise<ChatMessages>): Promise<ChatMessages> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TEXTS_PAUSE_MS));
    }
  }
}
