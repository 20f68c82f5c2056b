import { ANONYMOUS_PAGE, PAGE_ACCOUNT_HEADER } from '../../src/shared/page-account';
import { type ComponentChildren, render } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { QuestionDialog } from '../shared/kit/question-dialog';
import { importWithRetry, lazyImport } from '../shared/lazy-import';
import { type ApiDocument, toRendererDocument } from './document';
import { Renderer, confirmCalls } from './renderer';
import { CHANGELOG_ROUTE, START_ROUTE, routeUrl } from './routes';
import { currentRoute, useRoute } from './use-route';
import { TokenForm } from './token-form';

interface ContentProps {
  readonly api: ApiDocument;
  /** The name of the signed-in account, if any. */
  readonly account: string | undefined;
  /** Its id. */
  readonly accountId: string | undefined;
}

/** A call that waits for the reader's consent. */
interface Question {
  readonly path: string;
  readonly answer: (isConfirmed: boolean) => void;
}

/** The credentials, and the procedure of the URL, which the renderer draws. */
export function Content({ api, account, accountId }: ContentProps) {
  const place = useRef<HTMLDivElement>(null);
  const token = useRef('');
  const [outcome, setOutcome] = useState('');
  const [question, setQuestion] = useState<Question>();
  const isChangelog = useRoute() === CHANGELOG_ROUTE;
  useLayoutEffect(() => {
    const renderer = new Renderer(
      (request) => {
        setOutcome('');
        if (token.current === '') {
          request.headers.set(PAGE_ACCOUNT_HEADER, accountId ?? ANONYMOUS_PAGE);
          return;
        }
        // Without the session: the platform refuses calls with both.
        request.headers.set('authorization', `Bearer ${token.current}`);
        request.credentials = 'omit';
      },
      (status) =>
        setOutcome(status === undefined ? 'No answer came.' : `The answer has the status ${status}.`),
    );
    confirmCalls((method, path) => {
      if (!api.paths[path]?.[method]?.['x-writes']) return Promise.resolve(true);
      return new Promise((answer) => setQuestion({ path, answer }));
    });
    renderer.element.append(createOverview(api));
    place.current?.replaceChildren(renderer.element);
    // Runs after the renderer's own listener, which shows an empty page if the URL contains no route.
    addEventListener('hashchange', () => {
      if (currentRoute() !== CHANGELOG_ROUTE) void renderer.show(currentRoute());
    });
    const first = currentRoute() === CHANGELOG_ROUTE ? START_ROUTE : currentRoute();
    void renderer.load(toRendererDocument(api, location.origin), first);
  }, [api, accountId]);
  return (
    <>
      <TokenForm account={account} onToken={(entered) => void (token.current = entered)} />
      <p class="announcer visually-hidden" role="status">
        {outcome}
      </p>
      {question && (
        <QuestionDialog
          title="Send a real call?"
          text={`${question.path.replace(/^.*\//, '')} changes what the platform has recorded. There is no test mode.`}
          no="Cancel"
          yes="Send"
          onAnswer={(isConfirmed) => {
            setQuestion(undefined);
            question.answer(isConfirmed);
          }}
        />
      )}
      {isChangelog && <ChangelogPart />}
      <div ref={place} hidden={isChangelog} />
    </>
  );
}

const loadChangelog = lazyImport(async () => (await import('./changelog.js')).Changelog);

/** The changelog, which is loaded when it is opened. */
function ChangelogPart() {
  const [Changelog, setChangelog] = useState<() => ComponentChildren>();
  useLayoutEffect(() => {
    void importWithRetry(loadChangelog).then((loaded) => setChangelog(() => loaded));
  }, []);
  return Changelog ? <Changelog /> : <p class="waiting">Loading the changelog …</p>;
}

/** Creates the heading of the page, which the renderer shows above the introduction. */
function createOverview({ info }: ApiDocument): HTMLElement {
  const overview = document.createElement('div');
  overview.slot = 'overview';
  render(
    <>
      <h1>{info.title} API</h1>
      <p class="version">
        Version {info.version}: <a href={routeUrl(CHANGELOG_ROUTE)}>what has changed</a>
      </p>
    </>,
    overview,
  );
  return overview;
}
