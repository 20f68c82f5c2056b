/** The renderer's element for code, with a copy button. */
interface Highlighter extends HTMLElement {
  content: unknown;
  label: string;
  language: string;
}

/** Replaces code blocks in descriptions by the renderer's code element, which has a copy button and keyboard scrolling. */
export function replaceCodeBlocks(root: ShadowRoot): void {
  for (const [index, block] of root.querySelectorAll('.m-markdown pre').entries()) {
    const highlighter = document.createElement('syntax-highlighter') as Highlighter;
    const { className = '' } = block.querySelector('code') ?? {};
    highlighter.language = className.replace('language-', '');
    highlighter.label = `Code ${index + 1}`;
    highlighter.content = block.textContent.trimEnd();
    block.replaceWith(highlighter);
  }
}
