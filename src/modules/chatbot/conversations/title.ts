/** In UTF-16 code units. */
const MAX_LENGTH = 80;

/** How many characters of a message are read for its title. */
export const TITLE_SOURCE_LENGTH = 400;

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the beginning of a message on one line, cut after a word if possible. */
export function titleOf(message: string): string {
  const line = message.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= MAX_LENGTH) return line;
  let end = 0;
  for (const { segment } of characters.segment(line)) {
    if (end + segment.length > MAX_LENGTH - 1) break;
    end += segment.length;
  }
  const beginning = line.slice(0, end);
  const lastWordEnd = line[end] === ' ' ? end : beginning.lastIndexOf(' ');
  // A word as long as half the title is cut rather than left out.
  return `${beginning.slice(0, lastWordEnd < MAX_LENGTH / 2 ? end : lastWordEnd).trimEnd()}…`;
}
