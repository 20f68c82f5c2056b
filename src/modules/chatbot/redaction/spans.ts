/** A part of a text, from one UTF-16 unit to before another. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** All matches of a pattern. */
export function* spansOf(
  text: string,
  pattern: RegExp,
): Generator<Span & { readonly match: RegExpExecArray }> {
  for (const match of text.matchAll(pattern)) {
    yield { start: match.index, end: match.index + match[0].length, match };
  }
}

/** The same text, as long as before, with nothing to be found where the spans are. */
export function blanked(text: string, spans: readonly Span[]): string {
  let at = 0;
  let result = '';
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    result += text.slice(at, start) + '\0'.repeat(end - start);
    at = end;
  }
  return result + text.slice(at);
}
