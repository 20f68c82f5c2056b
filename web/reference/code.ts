/** The renderer's element that shows a piece of code with a button to copy it. */
interface Highlighter extends HTMLElement {
  content: unknown;
  label: string;
  language: string;
  copyToClipboard(this: Highlighter, event: Event): void;
}

const HIGHLIGHTER = 'syntax-highlighter';

/** Has code copied as it is: the renderer's own way shortens its indentation, which Python does not survive. */
export function mendCopying(): void {
  const highlighter = customElements.get(HIGHLIGHTER)?.prototype as Highlighter;
  highlighter.copyToClipboard = copy;
}

/** Gives code in the text what code samples have: a button to copy it, and a way to scroll it by keyboard. */
export function highlightCode(root: ShadowRoot): void {
  for (const [index, block] of root.querySelectorAll('.m-markdown pre').entries()) {
    const highlighter = document.createElement(HIGHLIGHTER) as Highlighter;
    const { className = '' } = block.querySelector('code') ?? {};
    highlighter.language = className.replace('language-', '');
    highlighter.label = `Code ${index + 1}`;
    highlighter.content = block.textContent.trimEnd();
    block.replaceWith(highlighter);
  }
}

function copy(this: Highlighter, { target }: Event): void {
  const text = typeof this.content === 'string' ? this.content : JSON.stringify(this.content, null, 2);
  const status = (target as Element).parentElement?.querySelector('[role=status]');
  const say = (message: string): void => {
    if (status) status.textContent = message;
  };
  navigator.clipboard.writeText(`${text.trimEnd()}\n`).then(
    () => {
      say('Copied');
    },
    () => {
      say('This browser does not let the page copy. Select the text instead.');
    },
  );
}
