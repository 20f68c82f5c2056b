import { element } from '../../shared/element';

const BULLET = /^\s*[-*•]\s+/;
const NUMBER = /^\s*\d{1,2}[.)]\s+/;
const HEADING = /^#{1,6}\s+/;
/** Phone numbers: any number in the first line of the advice, long ones only in the others. */
const PHONE_NUMBERS = { firstLine: /(\d[\d ]*\d)/, otherLines: /(\d[\d ]{5,}\d)/ };
const STRONG = /\*\*(?=\S)(.+?)\*\*/g;

/**
 * Renders the Markdown that models write: paragraphs, lists and bold text. Everything else, including HTML and links,
 * appears as plain text; only the phone numbers of an emergency advice become links.
 */
export class ReplyText {
  readonly node = element('div', { className: 'text', dir: 'auto' });
  private blocks: string[] = [];
  private source = '';
  private isEmergency = false;

  /** Renders the first block as emergency advice. */
  showEmergency(): void {
    if (this.isEmergency) return;
    this.isEmergency = true;
    this.blocks = [];
    this.show(this.source);
  }

  /** The first line of the advice, which says where to go and whom to call. */
  get opening(): HTMLElement | undefined {
    return this.node.querySelector<HTMLElement>('.advice > p') ?? undefined;
  }

  /** The text of the emergency advice; empty if there is none yet. */
  get advice(): string {
    return this.isEmergency ? firstBlock(this.source) : '';
  }

  get hasPhoneNumbers(): boolean {
    return this.node.querySelector('.advice > p a') !== null;
  }

  /** Renders the blocks that have changed; the elements before them stay. */
  show(text: string): void {
    this.source = text;
    const blocks = splitBlocks(text);
    const firstChange = blocks.findIndex((block, index) => block !== this.blocks[index]);
    const start = firstChange === -1 ? blocks.length : firstChange;
    for (const child of [...this.node.children].slice(start)) child.remove();
    this.node.append(
      ...blocks
        .slice(start)
        .map((block, index) =>
          this.isEmergency && start + index === 0 ? renderAdvice(block) : renderBlock(block),
        ),
    );
    this.blocks = blocks;
  }
}

/** Returns the first block, which is the advice in an emergency; '' if there is no text. */
export function firstBlock(text: string): string {
  return splitBlocks(text)[0] ?? '';
}

/** Splits a text at its empty lines. */
function splitBlocks(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '');
}

/** Renders paragraphs and lists. */
function renderBlock(block: string): HTMLElement {
  const created = element('div', { className: 'block' });
  let list: HTMLElement | undefined;
  let paragraph: HTMLElement | undefined;
  for (const line of block.split('\n')) {
    const mark = BULLET.test(line) ? BULLET : NUMBER;
    if (mark.test(line)) {
      paragraph = undefined;
      const tag = mark === BULLET ? 'ul' : 'ol';
      if (list?.localName !== tag) {
        list = element(tag);
        if (list instanceof HTMLOListElement) list.start = Number.parseInt(line.trim(), 10);
        created.append(list);
      }
      list.append(element('li', { dir: 'auto' }, ...renderInline(line.replace(mark, ''))));
    } else if (paragraph) {
      paragraph.append('\n', ...renderInline(line));
    } else {
      list = undefined;
      paragraph = element('p', { dir: 'auto' }, ...renderInline(line));
      created.append(paragraph);
    }
  }
  return created;
}

function renderAdvice(block: string): HTMLElement {
  const lines = block.split('\n').map((line, index) => {
    const pieces = splitAtMatches(line, PHONE_NUMBERS[index === 0 ? 'firstLine' : 'otherLines']);
    return element(
      'p',
      { dir: 'auto' },
      ...pieces.map(({ text, isMatch }) => (isMatch ? phoneLink(text) : text)),
    );
  });
  return element('div', { className: 'block advice' }, ...lines);
}

export function phoneLink(number: string): HTMLElement {
  return element('a', { href: `tel:${number.replaceAll(' ', '')}` }, number);
}

function renderInline(line: string): (Node | string)[] {
  if (HEADING.test(line)) return [element('strong', {}, line.replace(HEADING, '').replaceAll('**', ''))];
  return splitAtMatches(line, STRONG)
    .map(({ text, isMatch }) => (isMatch ? element('strong', {}, text) : text))
    .filter((piece) => piece !== '');
}

/** @param pattern with one capture group, so that `split` puts the matches at the odd indices */
function splitAtMatches(line: string, pattern: RegExp): { text: string; isMatch: boolean }[] {
  return line.split(pattern).map((text, index) => ({ text, isMatch: index % 2 === 1 }));
}
