/** A part of a text. `end` is the index after it, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const SEPARATOR = String.raw`[\s:#=.°º-]`;
/**
 * Alternatives of a pattern for three separators between a word and its number, or for the one or two at the end of a row. With
 * `{1,3}`, a row of 18 could be divided in a thousand ways, each of which would be tried.
 */
export const SEPARATORS = `${SEPARATOR}{3}|${SEPARATOR}{1,2}(?!${SEPARATOR})`;

/** Yields every match of a pattern. */
export function* findSpans(
  text: string,
  pattern: RegExp,
): Generator<Span & { readonly match: RegExpExecArray }> {
  for (const match of text.matchAll(pattern)) {
    yield { start: match.index, end: match.index + match[0].length, match };
  }
}

/** Replaces spans by text; spans that overlap an earlier one are skipped. */
export function replaceSpans<S extends Span>(
  text: string,
  spans: readonly S[],
  replacement: (span: S) => string,
): string {
  let position = 0;
  let result = '';
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start < position) continue;
    result += text.slice(position, span.start) + replacement(span);
    position = span.end;
  }
  return result + text.slice(position);
}
