import '../shared/styles/colors.css';
import './page.css';
import { element } from '../shared/element';
import { Credentials } from './credentials';
import { type ApiDocument, forRenderer } from './document';
import { Navigation } from './navigation';
import { Renderer } from './renderer';
import { currentPart } from './routes';

const DOCUMENT = '/api/openapi.json';

void start();

async function start(): Promise<void> {
  const answer = await fetch(DOCUMENT).catch(() => undefined);
  if (!answer?.ok) {
    say('The reference could not be loaded. Reload the page to try again.');
    return;
  }
  draw((await answer.json()) as ApiDocument);
}

function draw(api: ApiDocument): void {
  const credentials = new Credentials(byId('account').dataset.account);
  const navigation = new Navigation(byId('procedures'), api);
  const answered = element('p', { className: 'heard', role: 'status' });
  const renderer = new Renderer(
    (call) => {
      answered.textContent = '';
      credentials.addTo(call);
    },
    (status) => {
      answered.textContent =
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
  byId('reference').replaceChildren(credentials.form(), answered, renderer.element);
  // After the renderer's own listener, which shows nothing at all where the address names no part.
  addEventListener('hashchange', () => {
    navigation.show(currentPart());
    void renderer.show(currentPart());
  });
  navigation.show(currentPart());
  void renderer.load(forRenderer(api, location.origin), currentPart());
}

function say(text: string): void {
  byId('waiting').textContent = text;
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new TypeError(`the page has an element ${id}`);
  return found;
}
