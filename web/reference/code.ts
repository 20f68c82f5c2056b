/** The renderer's element that shows a piece of code with a button to copy it. */
interface Highlighter extends HTMLElement {
  content: unknown;
  label: string;
  language: string;
}

/** Gives code in the text what code samples have: a button to copy it, and a way to scroll it by keyboard. */
export function highlightCode(root: ShadowRoot): void {
  for (const [index, block] of root.querySelectorAll('.m-markdown pre').entries()) {
    const highlighter = document.createElement('syntax-highlighter') as Highlighter;
    const { className = '' } = block.querySelector('code') ?? {};
    highlighter.language = className.replace('language-', '');
    highlighter.label = `Code ${index + 1}`;
    highlighter.content = block.textContent.trimEnd();
    block.replaceWith(highlighter);
  }
}
