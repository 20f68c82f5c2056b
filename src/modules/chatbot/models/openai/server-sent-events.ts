/**
 * Yields the data of each server-sent event (WHATWG HTML, section 9.2.6); comments and other fields are skipped. The
 * package's `Stream` ends in the same way with and without `[DONE]` and after an abort, so that a reply that broke off would
 * look complete. It also loses a last event without an empty line, and its cost is quadratic in the length of an event.
 * @param texts the stream, split anywhere
 */
export async function* readEvents(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let incomplete = '';
  let endsWithReturn = false;
  let data: string[] = [];
  for await (const text of texts) {
    // A line feed after a carriage return belongs to the same line end.
    const [first = '', ...others] = (endsWithReturn ? text.replace(/^\n/, '') : text).split(/\r\n|\n|\r/);
    endsWithReturn = text.endsWith('\r');
    const lines = [incomplete + first, ...others];
    incomplete = lines.pop() ?? '';
    for (const line of lines) {
      data.push(...dataOf(line));
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
  data.push(...dataOf(incomplete));
  if (data.length > 0) yield data.join('\n');
}

function dataOf(line: string): string[] {
  return line.startsWith('data:') ? [line.slice('data:'.length).replace(/^ /, '')] : [];
}
