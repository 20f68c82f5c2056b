/** "And", "in", "for" and the article, which Arabic writes together with the word. */
const CLITICS = /^(?:[وف]?(?:[بك]?ال|لل)|[وفبل])(\p{Script=Arabic}{3,})$/u;

/** Returns an Arabic word without article and particles; undefined if it has none. */
export function withoutArabicClitics(word: string): string | undefined {
  return CLITICS.exec(word)?.[1];
}
