import 'openapi-explorer';
import styles from './renderer.css?inline';
import { highlightCode } from './code';
import type { OutgoingCall } from './credentials';

/** What is used of the renderer's element. */
interface Explorer {
  /** Chooses between two layouts by the width of the window. */
  handleResize: () => void;
  loadSpec(document: object): Promise<void>;
  scrollTo(part: string): Promise<void>;
}

/** An element class of Lit's, whose styles apply to elements that are made later. */
interface StyledElement extends CustomElementConstructor {
  readonly elementStyles: CSSStyleSheet[];
}

/** The renderer's elements that have a shadow root of their own. */
const STYLED = [
  'openapi-explorer',
  'api-response',
  'schema-table',
  'syntax-highlighter',
  'json-tree',
  'tag-input',
];

/** What the page does itself is left out. */
const ATTRIBUTES = {
  'default-schema-tab': 'body',
  'hide-search': '',
  'hide-authentication': '',
  'hide-server-selection': '',
  'hide-components': '',
};

/** The renderer, in this page's colours. */
export class Renderer {
  readonly element = document.createElement('openapi-explorer');
  private readonly explorer = this.element as unknown as Explorer;

  /**
   * @param beforeCall sees, and may change, every call before it is sent
   * @param onAnswer is told the status of every answer; undefined where none came
   */
  constructor(beforeCall: (call: OutgoingCall) => void, onAnswer: (status: number | undefined) => void) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    for (const name of STYLED) (customElements.get(name) as StyledElement).elementStyles.push(sheet);
    // Its layout for narrow windows cannot be used with a keyboard; the other one fits them too.
    this.explorer.handleResize = () => undefined;
    for (const [name, value] of Object.entries(ATTRIBUTES)) this.element.setAttribute(name, value);
    this.element.addEventListener('request', (event) => {
      beforeCall((event as CustomEvent<{ request: OutgoingCall }>).detail.request);
    });
    this.element.addEventListener('response', (event) => {
      onAnswer((event as CustomEvent<{ response?: { status: number } }>).detail.response?.status);
    });
  }

  /** Takes the document, and shows a part of it. */
  async load(api: object, part: string): Promise<void> {
    const { shadowRoot } = this.element;
    if (shadowRoot) {
      new MutationObserver(() => {
        highlightCode(shadowRoot);
      }).observe(shadowRoot, { childList: true, subtree: true });
    }
    await this.explorer.loadSpec(api);
    await this.explorer.scrollTo(part);
    scrollTo({ top: 0 });
    if (document.activeElement === document.body) beginAtTop();
  }

  /** Shows another part, and moves the focus to its heading, as a page that was loaded would. */
  async show(part: string): Promise<void> {
    await this.explorer.scrollTo(part);
    scrollTo({ top: 0 });
    const heading = this.element.shadowRoot?.querySelector<HTMLElement>('main :is(h1, h2)');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }
}

/** Has the first press of the tabulator lead to the first link of the page, not into what was scrolled to. */
function beginAtTop(): void {
  document.body.tabIndex = -1;
  document.body.focus({ preventScroll: true });
  document.body.removeAttribute('tabindex');
}
