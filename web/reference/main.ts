import '../shared/styles/colors.css';
import './page.css';
import { element } from '../shared/element';
import { Credentials } from './credentials';
import { type ApiDocument, toRendererDocument } from './document';
import { Navigation } from './navigation';
import { Renderer } from './renderer';
import { currentRoute } from './routes';

const DOCUMENT_URL = '/api/openapi.json';

void start();

async function start(): Promise<void> {
  const response = await fetch(DOCUMENT_URL).catch(() => undefined);
  if (!response?.ok) {
    elementById('waiting').textContent = 'The reference could not be loaded. Reload the page to try again.';
    return;
  }
  draw((await response.json()) as ApiDocument);
}

function draw(api: ApiDocument): void {
  const credentials = new Credentials(elementById('account').dataset.account);
  const navigation = new Navigation(elementById('procedures'), api);
  const announcer = element('p', { className: 'announcer', role: 'status' });
  const renderer = new Renderer(
    (request) => {
      announcer.textContent = '';
      credentials.addTo(request);
    },
    (status) => {
      announcer.textContent =
        status === undefined ? 'No answer came.' : `The answer has the status ${status}.`;
    },
  );
  const { title, version } = api.info;
  renderer.element.append(
    element(
      'div',
      { slot: 'overview' },
      element('h1', { textContent: `${title} API` }),
      element('p', { className: 'version', textContent: `Version ${version}` }),
    ),
  );
  elementById('reference').replaceChildren(credentials.createForm(), announcer, renderer.element);
  // Runs after the renderer's own listener, which shows an empty page if the URL contains no route.
  addEventListener('hashchange', () => {
    navigation.markCurrent(currentRoute());
    void renderer.show(currentRoute());
  });
  navigation.markCurrent(currentRoute());
  void renderer.load(toRendererDocument(api, location.origin), currentRoute());
}

function elementById(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new TypeError(`the page has an element ${id}`);
  return found;
}
