/** Returns a text with the values of its placeholders, such as `{name}`. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '').trim();
}
