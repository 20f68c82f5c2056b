const BULLET = /^\s*[-*•]\s+/;
const NUMBER = /^\s*\d{1,2}[.)]\s+/;
const HEADING = /^#{1,6}\s+/;
/** Phone numbers: any number in the first line of the advice, long ones only in the others. */
const PHONE_NUMBERS = { firstLine: /(\d[\d ]*\d)/, otherLines: /(\d[\d ]{5,}\d)/ };
const STRONG = /\*\*(?=\S)(.+?)\*\*/g;

/** A piece of a line. `isMatch` is for bold text, or for a phone number of the advice. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A part of a block: a paragraph, whose lines keep their breaks, or a list with an item in each line. */
export interface Part {
  readonly tag: 'p' | 'ul' | 'ol';
  /** The first number of a numbered list. */
  readonly start: number;
  readonly lines: readonly (readonly Piece[])[];
}

/** Splits a text at its empty lines. */
export function splitBlocks(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '');
}

/** Returns the first block, which is the advice in an emergency; '' if there is no text. */
export function firstBlock(text: string): string {
  return splitBlocks(text)[0] ?? '';
}

/** Returns the lines of an emergency advice, with its phone numbers as matches. */
export function parseAdvice(block: string): Piece[][] {
  if (block === '') return [];
  return block
    .split('\n')
    .map((line, index) => splitAtMatches(line, PHONE_NUMBERS[index === 0 ? 'firstLine' : 'otherLines']));
}

/** Parses the Markdown that models write: paragraphs, lists and bold text. Everything else is plain text. */
export function parseBlock(block: string): Part[] {
  const parts: (Part & { lines: Piece[][] })[] = [];
  for (const line of block.split('\n')) {
    const tag = BULLET.test(line) ? 'ul' : NUMBER.test(line) ? 'ol' : 'p';
    const pieces = parseLine(line.replace(tag === 'ul' ? BULLET : NUMBER, ''));
    const last = parts.at(-1);
    if (last?.tag === tag) last.lines.push(pieces);
    else parts.push({ tag, start: Number.parseInt(line.trim(), 10), lines: [pieces] });
  }
  return parts;
}

function parseLine(line: string): Piece[] {
  if (HEADING.test(line)) return [{ text: line.replace(HEADING, '').replaceAll('**', ''), isMatch: true }];
  return splitAtMatches(line, STRONG).filter(({ text }) => text !== '');
}

/** @param pattern with one capture group, so that `split` puts the matches at the odd indices */
function splitAtMatches(line: string, pattern: RegExp): Piece[] {
  return line.split(pattern).map((text, index) => ({ text, isMatch: index % 2 === 1 }));
}
