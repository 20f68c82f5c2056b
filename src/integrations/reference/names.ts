/** `SOME_WORDS` or `some-words` as a name in a program: `someWords`. */
export function toCamelCase(words: string): string {
  return words.toLowerCase().replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A name that is not taken yet, with a number at its end where the wanted one is. */
export function findFreeName(wanted: string, taken: { has(name: string): boolean }): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  return name;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
