/** The article, also with "and", "in" or "for" before it, as Arabic writes it together with the word. */
const ARTICLE = /^[وف]?(?:[بك]?ال|لل)(\p{Script=Arabic}{2,})$/u;
/** "And", "in" and "for" alone. Shorter words begin with these letters themselves. */
const PARTICLE = /^[وفبل](\p{Script=Arabic}{3,})$/u;
const MIN_TERM_LENGTH = 3;

/** Returns an Arabic word without article and particles, if at least three letters remain; or else undefined. */
export function withoutArabicClitics(word: string): string | undefined {
  const short = shorten(word);
  return short !== undefined && short.length >= MIN_TERM_LENGTH ? short : undefined;
}

/** Returns an Arabic word, and the word without article and particles if it has any. */
export function formsOfWord(word: string): string[] {
  const short = shorten(word);
  return short === undefined ? [word] : [word, short];
}

/** Returns an Arabic word, and the word without the article if it has one and nothing before it. */
export function formsOfPhraseWord(word: string): string[] {
  const short = /^[ال]/u.test(word) ? ARTICLE.exec(word)?.[1] : undefined;
  return short === undefined ? [word] : [word, short];
}

function shorten(word: string): string | undefined {
  return (ARTICLE.exec(word) ?? PARTICLE.exec(word))?.[1];
}
