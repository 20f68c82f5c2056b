/** In UTF-16 units, as the width of a list is bounded too. */
const LONGEST = 80;

/** How much of a message is enough to make its title of, in characters. */
export const TITLE_SOURCE_LENGTH = 400;

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The beginning of a message on one line, cut after a word where there is one. */
export function titleOf(message: string): string {
  const line = message.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= LONGEST) return line;
  let end = 0;
  for (const { segment } of characters.segment(line)) {
    if (end + segment.length > LONGEST - 1) break;
    end += segment.length;
  }
  const beginning = line.slice(0, end);
  const lastWordEnd = line[end] === ' ' ? end : beginning.lastIndexOf(' ');
  // A word as long as half the title is cut rather than left out.
  return `${beginning.slice(0, lastWordEnd < LONGEST / 2 ? end : lastWordEnd).trimEnd()}…`;
}
