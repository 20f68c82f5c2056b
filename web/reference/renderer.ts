import 'openapi-explorer';
import styles from './renderer.css?inline';
import { replaceCodeBlocks } from './code-blocks';

/** A request of the renderer that has not been sent yet; it can be changed. */
interface OutgoingRequest {
  readonly headers: Headers;
  credentials?: RequestCredentials;
}

/** The members of the renderer's element that this page uses. */
interface Explorer {
  /** Selects one of two layouts by the width of the window. */
  handleResize: () => void;
  loadSpec(document: object): Promise<void>;
  scrollTo(route: string): Promise<void>;
}

/** A Lit element class. Its styles apply to the elements that are created after a change. */
interface StyledElement extends CustomElementConstructor {
  readonly elementStyles: CSSStyleSheet[];
}

/** The renderer's element that sends a call. */
interface CallElement extends HTMLElement {
  readonly method: string;
  readonly path: string;
  onTryClick: () => Promise<void>;
}

/** The renderer's elements with a shadow root. */
const STYLED_ELEMENTS = [
  'openapi-explorer',
  'api-response',
  'schema-table',
  'syntax-highlighter',
  'json-tree',
  'tag-input',
];

/** Hides what the page does itself. */
const ATTRIBUTES = {
  'default-schema-tab': 'body',
  'hide-search': '',
  'hide-authentication': '',
  'hide-server-selection': '',
  'hide-components': '',
};

/** The OpenAPI renderer, with this page's styles. */
export class Renderer {
  readonly element = document.createElement('openapi-explorer');
  private readonly explorer = this.element as unknown as Explorer;

  /**
   * @param beforeRequest called with every request before it is sent; may change it
   * @param onResponse called with the status of every response; undefined if there is no response
   */
  constructor(
    beforeRequest: (request: OutgoingRequest) => void,
    onResponse: (status: number | undefined) => void,
  ) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    for (const name of STYLED_ELEMENTS) (customElements.get(name) as StyledElement).elementStyles.push(sheet);
    // The layout for narrow windows has no keyboard support; the other one fits narrow windows too.
    this.explorer.handleResize = () => undefined;
    for (const [name, value] of Object.entries(ATTRIBUTES)) this.element.setAttribute(name, value);
    this.element.addEventListener('request', (event) => {
      beforeRequest((event as CustomEvent<{ request: OutgoingRequest }>).detail.request);
    });
    this.element.addEventListener('response', (event) => {
      onResponse((event as CustomEvent<{ response?: { status: number } }>).detail.response?.status);
    });
  }

  /** Loads the document, and shows a route of it. */
  async load(api: object, route: string): Promise<void> {
    const { shadowRoot } = this.element;
    if (shadowRoot) {
      new MutationObserver(() => {
        replaceCodeBlocks(shadowRoot);
      }).observe(shadowRoot, { childList: true, subtree: true });
    }
    await this.explorer.loadSpec(api);
    await this.explorer.scrollTo(route);
    scrollTo({ top: 0 });
    if (document.activeElement === document.body) resetTabOrder();
  }

  /** Shows another route, and moves the focus to its heading. */
  async show(route: string): Promise<void> {
    await this.explorer.scrollTo(route);
    scrollTo({ top: 0 });
    const heading = this.element.shadowRoot?.querySelector<HTMLElement>('main :is(h1, h2)');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }
}

/** Sends calls only if the function resolves to true. Button and keyboard both begin with the same method of the element. */
export function confirmCalls(confirm: (method: string, path: string) => Promise<boolean>): void {
  const prototype: unknown = customElements.get('api-request')?.prototype;
  if (!isCallElement(prototype)) throw new TypeError('the renderer has no element that sends calls');
  const { onTryClick } = prototype;
  prototype.onTryClick = async function (this: CallElement) {
    if (await confirm(this.method, this.path)) await onTryClick.call(this);
  };
}

function isCallElement(value: unknown): value is CallElement {
  return typeof value === 'object' && value !== null && 'onTryClick' in value;
}

/** Makes the first press of Tab focus the first link of the page, not the position that was scrolled to. */
function resetTabOrder(): void {
  document.body.tabIndex = -1;
  document.body.focus({ preventScroll: true });
  document.body.removeAttribute('tabindex');
}
