/** Converts `SOME_WORDS` or `some-words` to `someWords`. */
export function toCamelCase(words: string): string {
  return words.toLowerCase().replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the wanted name, with a number appended if it is taken. */
export function findFreeName(wanted: string, taken: { has(name: string): boolean }): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  return name;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
