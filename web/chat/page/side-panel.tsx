import { signal, useSignalEffect } from '@preact/signals';
import type { Locale } from '../../../src/shared/locale';
import { Button } from '../../shared/kit/button';
import { Dialog } from '../../shared/kit/dialog';
import { Icon } from '../../shared/kit/icon';
import { Field, LanguageSelect } from '../../shared/kit/select';
import { loginUrl } from '../../shared/login-url';
import type { ChatState } from '../state/chat-state';
import { useChat } from '../state/context';
import { ConversationNavigation } from './conversation-navigation';
import { CountryField } from './country-field';

/** The window width from which the panel is beside the conversation. */
const WIDE = matchMedia('(min-width: 60rem)');

const isWide = signal(WIDE.matches);
WIDE.addEventListener('change', ({ matches }) => {
  isWide.value = matches;
});

/** Opens the panel in a narrow window. */
export function MenuButton({ state }: { state: ChatState }) {
  const { text } = useChat();
  if (isWide.value) return null;
  return (
    <Button
      id="menu"
      aria-haspopup="dialog"
      onClick={() => {
        state.isMenuOpen.value = true;
      }}
    >
      <Icon name="menu" />
      <span>{text('page.menu')}</span>
    </Button>
  );
}

/** The conversations and settings: beside the conversation, or in a dialog if the window is narrow. */
export function SidePanel({ state }: { state: ChatState }) {
  const { text } = useChat();
  const close = (): void => {
    state.isMenuOpen.value = false;
  };
  useSignalEffect(() => {
    if (isWide.value) close();
  });
  if (isWide.value) {
    return (
      <aside>
        <Content state={state} />
      </aside>
    );
  }
  return (
    <Dialog class="drawer" aria-label={text('page.menu')} isOpen={state.isMenuOpen.value} onClose={close}>
      <Button variant="square" class="close" aria-label={text('page.closeMenu')} onClick={close}>
        <Icon name="close" />
      </Button>
      <Content state={state} />
    </Dialog>
  );
}

function Content({ state }: { state: ChatState }) {
  const { text, locale, connection } = useChat();
  return (
    <div class="panel">
      <Button variant="plain" class="new" onClick={() => void state.confirmAndStartNew()}>
        <Icon name="plus" />
        {text('conversations.new')}
      </Button>
      {state.list && !state.hasOtherSignedIn.value && (
        <ConversationNavigation list={state.list} state={state} />
      )}
      <section class="settings" aria-labelledby="settings-title">
        <h2 id="settings-title">{text('page.settings')}</h2>
        <Field label={text('page.language')}>
          <LanguageSelect value={locale} onChange={changeLanguage} />
        </Field>
        <CountryField id="country" label="page.country" />
      </section>
      {!connection.isStoredPage && !state.hasOtherSignedIn.value && <Account state={state} />}
    </div>
  );
}

function Account({ state }: { state: ChatState }) {
  const { text, user } = useChat();
  if (user.account === null) {
    return (
      <p class="account">
        <a class="button" href={loginUrl()}>
          {text('page.signIn')}
        </a>
      </p>
    );
  }
  return (
    <div class="account">
      <p>{text('page.signedInAs', { name: user.name || text('page.someone') })}</p>
      <Button id="sign-out" onClick={() => void state.signOut()}>
        {text('page.signOut')}
      </Button>
    </div>
  );
}

/** Reloads the page in another language. The conversation and the draft stay in the tab's storage. */
function changeLanguage(locale: Locale): void {
  const url = new URL(location.href);
  url.searchParams.set('lang', locale);
  location.assign(url);
}
