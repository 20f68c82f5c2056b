import { render } from 'preact';
import { Content } from './content';
import type { ApiDocument } from './document';
import { Navigation } from './navigation';
import { Search } from './search';

const DOCUMENT_URL = '/api/openapi.json';

/** Loads the document, and shows it. */
export async function startReference(): Promise<void> {
  const response = await fetch(DOCUMENT_URL).catch(() => undefined);
  if (!response?.ok) {
    elementById('waiting').textContent = 'The reference could not be loaded. Reload the page to try again.';
    return;
  }
  const api = (await response.json()) as ApiDocument;
  keepRouteAtSignIn(elementById('account'));
  const content = elementById('reference');
  content.replaceChildren();
  render(
    <>
      <Search api={api} />
      <Navigation api={api} />
    </>,
    elementById('procedures'),
  );
  const accountId = document.getElementById('sign-out')?.dataset.account;
  render(
    <Content api={api} account={elementById('account').dataset.account} accountId={accountId} />,
    content,
  );
}

/** The server does not get the fragment of the address, which has the procedure. */
function keepRouteAtSignIn(account: HTMLElement): void {
  account.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLAnchorElement)) return;
    const login = new URL(target.href);
    login.searchParams.set('returnTo', location.pathname + location.hash);
    target.href = login.href;
  });
}

function elementById(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new TypeError(`the page has an element ${id}`);
  return found;
}
