import { render } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ApiDocument, toRendererDocument } from './document';
import { Renderer } from './renderer';
import { currentRoute } from './routes';
import { TokenForm } from './token-form';

interface ContentProps {
  readonly api: ApiDocument;
  /** The name of the signed-in account, if any. */
  readonly account: string | undefined;
}

/** The credentials, and the procedure of the URL, which the renderer draws. */
export function Content({ api, account }: ContentProps) {
  const place = useRef<HTMLDivElement>(null);
  const token = useRef('');
  const [outcome, setOutcome] = useState('');
  useLayoutEffect(() => {
    const renderer = new Renderer(
      (request) => {
        setOutcome('');
        if (token.current === '') return;
        // Without the session: the platform refuses calls with both.
        request.headers.set('authorization', `Bearer ${token.current}`);
        request.credentials = 'omit';
      },
      (status) =>
        setOutcome(status === undefined ? 'No answer came.' : `The answer has the status ${status}.`),
    );
    renderer.element.append(createOverview(api));
    place.current?.replaceChildren(renderer.element);
    // Runs after the renderer's own listener, which shows an empty page if the URL contains no route.
    addEventListener('hashchange', () => void renderer.show(currentRoute()));
    void renderer.load(toRendererDocument(api, location.origin), currentRoute());
  }, [api]);
  return (
    <>
      <TokenForm account={account} onToken={(entered) => void (token.current = entered)} />
      <p class="announcer visually-hidden" role="status">
        {outcome}
      </p>
      <div ref={place} />
    </>
  );
}

/** Creates the heading of the page, which the renderer shows above the introduction. */
function createOverview({ info }: ApiDocument): HTMLElement {
  const overview = document.createElement('div');
  overview.slot = 'overview';
  render(
    <>
      <h1>{info.title} API</h1>
      <p class="version">Version {info.version}</p>
    </>,
    overview,
  );
  return overview;
}
