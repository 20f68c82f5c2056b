/** `SOME_WORDS` or `some-words` as a name in a program: `someWords`. */
export function camelCase(words: string): string {
  return words.toLowerCase().replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
