import { element } from '../shared/element';

const BULLET = /^\s*[-*•]\s+/;
const NUMBER = /^\s*\d{1,2}[.)]\s+/;
const HEADING = /^#{1,6}\s+/;
/** What can be dialled: of the line that says whom to call any number, of those after it a long one. */
const DIALLED = [/(\d[\d ]*\d)/, /(\d[\d ]{5,}\d)/] as const;
const STRONG = /\*\*(?=\S)(.+?)\*\*/g;

/**
 * Shows a text as paragraphs and lists, with what stands between pairs of asterisks in bold, as models write. All of it
 * enters as text: no markup of it counts, and nothing of it can be clicked but the numbers to call in an emergency.
 */
export class ReplyText {
  readonly node = element('div', { className: 'text', dir: 'auto' });
  private blocks: string[] = [];
  private written = '';
  private isEmergency = false;

  /** The reply begins with what the platform itself says to do now: its numbers are there to be called. */
  showEmergency(): void {
    if (this.isEmergency) return;
    this.isEmergency = true;
    this.blocks = [];
    this.show(this.written);
  }

  /** The line that says where to go and whom to call; undefined as long as there is none. */
  get opening(): HTMLElement | undefined {
    return this.node.querySelector<HTMLElement>('.advice > p') ?? undefined;
  }

  /** What to do now, as it is written; empty as long as there is none. */
  get advice(): string {
    return this.isEmergency ? firstBlock(this.written) : '';
  }

  /** Whether what to do now names somebody to call. */
  get namesCalls(): boolean {
    return this.node.querySelector('.advice > p a') !== null;
  }

  /** Draws what is new: a reply grows at its end, and what was read before stays the element it was. */
  show(text: string): void {
    this.written = text;
    const blocks = blocksOf(text);
    const same = blocks.findIndex((block, index) => block !== this.blocks[index]);
    const kept = same === -1 ? blocks.length : same;
    for (const stale of [...this.node.children].slice(kept)) stale.remove();
    this.node.append(
      ...blocks
        .slice(kept)
        .map((block, index) => (this.isEmergency && kept + index === 0 ? adviceOf(block) : blockOf(block))),
    );
    this.blocks = blocks;
  }
}

/** Of an emergency's reply: what to do now. @returns '' where there is no text yet */
export function firstBlock(text: string): string {
  return blocksOf(text)[0] ?? '';
}

/** What is parted by empty lines. */
function blocksOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '');
}

/** A paragraph, or a list with the lines before it. */
function blockOf(block: string): HTMLElement {
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
      list.append(element('li', { dir: 'auto' }, ...inline(line.replace(mark, ''))));
    } else if (paragraph) {
      paragraph.append('\n', ...inline(line));
    } else {
      list = undefined;
      paragraph = element('p', { dir: 'auto' }, ...inline(line));
      created.append(paragraph);
    }
  }
  return created;
}

/** What to do in an emergency, line by line. */
function adviceOf(block: string): HTMLElement {
  const lines = block.split('\n').map((line, index) => {
    const pieces = line.split(DIALLED[index === 0 ? 0 : 1]);
    const linked = pieces.map((piece, place) => (place % 2 === 1 ? callOf(piece) : piece));
    return element('p', { dir: 'auto' }, ...linked);
  });
  return element('div', { className: 'block advice' }, ...lines);
}

/** A number that can be touched to call it. */
export function callOf(number: string): HTMLElement {
  return element('a', { href: `tel:${number.replaceAll(' ', '')}` }, number);
}

function inline(line: string): (Node | string)[] {
  if (HEADING.test(line)) return [element('strong', {}, line.replace(HEADING, '').replaceAll('**', ''))];
  // Where a text is cut at its matches, what the expression captured stands at every second place.
  return line
    .split(STRONG)
    .map((piece, index) => (index % 2 === 1 ? element('strong', {}, piece) : piece))
    .filter((piece) => piece !== '');
}
