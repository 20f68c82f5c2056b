import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { directionOf } from '../../../src/shared/locale';
import { Announcer } from '../../shared/kit/banner';
import { Button } from '../../shared/kit/button';
import { Icon } from '../../shared/kit/icon';
import { PageHeader } from '../../shared/kit/page-header';
import { loginUrl } from '../../shared/login-url';
import { FirstAidButton, FirstAidDialog } from '../first-aid/first-aid';
import { useReplyContext } from '../i18n/reply-context';
import { ProblemNotice } from '../messages/problem-notice';
import { OfflineLine } from '../offline/offline-line';
import type { ChatState } from '../state/chat-state';
import { ContextProvider, useChat } from '../state/context';
import type { Failure } from '../state/messages';
import { Composer } from './composer';
import { ConfirmationDialog } from './confirmation-dialog';
import { Log } from './log';
import { findMessage } from './scroll-position';
import { MenuButton, SidePanel } from './side-panel';

interface AppProps {
  readonly state: ChatState;
  readonly announcement: ReadonlySignal<{ readonly text: string }>;
}

/** The whole page. */
export function App({ state, announcement }: AppProps) {
  const top = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (top.current && log.current) state.scroll.watch(top.current, log.current);
    state.start();
  }, [state]);
  const { text } = state.context;
  return (
    <ContextProvider value={state.context}>
      <div class="top" ref={top}>
        <EmergencyBanner state={state} />
        <PageHeader
          platform={text('page.platform')}
          title={text('page.title')}
          skip={{ href: '#message', text: text('page.skip') }}
        >
          <div class="header-tools">
            <FirstAidButton />
            <MenuButton state={state} />
          </div>
        </PageHeader>
      </div>
      <div class="columns">
        <SidePanel state={state} />
        <main>
          <h2 class="visually-hidden" id="conversation" tabIndex={-1}>
            {text('conversation.label')}
          </h2>
          {state.conversation.isBlank.value && <Welcome state={state} />}
          <Log conversation={state.conversation} log={log} />
          <AfterMessages state={state} />
          <div class="composer-area">
            <OfflineLine state={state} />
            <ProblemNotice failure={describeEnd(state)} />
            <Composer state={state} />
            <div class="composer-footer">
              <p class="disclaimer">{text('page.disclaimer')}</p>
              <EndButton state={state} />
            </div>
          </div>
        </main>
      </div>
      <FirstAidDialog />
      <ConfirmationDialog confirmation={state.confirmation.value} />
      <Announcer message={announcement} />
    </ContextProvider>
  );
}

const SESSION_ENDED = { problem: { kind: 'session' } } as const;
const OTHER_ACCOUNT = { problem: { kind: 'otherAccount' } } as const;

/** Returns why the page sends nothing any more; undefined if it does. */
function describeEnd({ hasOtherSignedIn, hasSessionEnded }: ChatState): Failure | undefined {
  if (hasOtherSignedIn.value) return OTHER_ACCOUNT;
  return hasSessionEnded.value ? SESSION_ENDED : undefined;
}

/** Always on the page, because screen readers announce only changes of an existing alert element. */
function EmergencyBanner({ state }: { state: ChatState }) {
  const emergency = state.emergency.value;
  const context = useReplyContext(emergency?.language ?? null);
  return (
    <div id="emergency" role="alert">
      {emergency && context && (
        <>
          <Icon name="warning" />
          <p lang={context.locale} dir={directionOf(context.locale)}>
            <strong>{context.text('emergency.title')}</strong> {context.text('emergency.text')}{' '}
            <a
              href={`#${emergency.reply.id}`}
              onClick={(event) => {
                event.preventDefault();
                const reply = findMessage(emergency.reply.id);
                reply?.scrollIntoView();
                reply?.focus({ preventScroll: true });
              }}
            >
              {context.text('emergency.link')}
            </a>
          </p>
        </>
      )}
    </div>
  );
}

/** The introduction of an empty conversation, with examples of questions. */
function Welcome({ state }: { state: ChatState }) {
  const { text } = useChat();
  return (
    <section class="welcome" aria-labelledby="welcome-title">
      <h2 id="welcome-title">{text('welcome.title')}</h2>
      <p>{text('welcome.text')}</p>
      <ul aria-label={text('welcome.examples')}>
        {(['welcome.example1', 'welcome.example2', 'welcome.example3'] as const).map((key) => (
          <li key={key}>
            <Button variant="plain" class="example" onClick={() => state.send(text(key))}>
              {text(key)}
            </Button>
          </li>
        ))}
      </ul>
      <FirstAidButton />
    </section>
  );
}

function AfterMessages({ state }: { state: ChatState }) {
  const { text, connection } = useChat();
  const { current, isAnonymous } = state.conversation;
  const id = current.value?.id;
  return (
    <div class="after-messages">
      <ProblemNotice failure={state.failure.value} />
      {isAnonymous.value && !connection.isStoredPage && <AnonymousNotice />}
      {id !== undefined && (
        <Button id="delete" onClick={() => void state.delete(id)}>
          <Icon name="bin" />
          {text('conversation.delete')}
        </Button>
      )}
    </div>
  );
}

/** Explains when an anonymous conversation is deleted. */
function AnonymousNotice() {
  const { text, user } = useChat();
  const days = user.retentionDays;
  const values = { count: String(days) };
  return (
    <p class="notice">
      {user.account === null ? (
        <>
          {text('anonymous.notice', values, days)} <a href={loginUrl()}>{text('anonymous.signIn')}</a>
        </>
      ) : (
        `${text('anonymous.before', values, days)} ${text('anonymous.next')}`
      )}
    </p>
  );
}

/** Scrolls to the end of the page, and focuses the last message. */
function EndButton({ state }: { state: ChatState }) {
  const { text } = useChat();
  if (!state.scroll.isEndHidden.value) return null;
  return (
    <Button
      variant="square"
      class="scroll-to-end"
      aria-label={text('conversation.latest')}
      title={text('conversation.latest')}
      onClick={() => {
        scrollTo({ top: document.documentElement.scrollHeight });
        document.querySelector<HTMLElement>('.message:last-of-type')?.focus({ preventScroll: true });
      }}
    >
      <Icon name="down" />
    </Button>
  );
}
