/**
 * The data of server-sent events (WHATWG HTML, section 9.2.6), one text for each event. Comments and other fields than
 * `data` are passed over.
 * @param texts the stream, cut anywhere
 * @param longestLine in characters; the stream counts as ended at a longer one
 */
export async function* eventData(texts: AsyncIterable<string>, longestLine: number): AsyncGenerator<string> {
  let rest = '';
  let data: string[] = [];
  for await (const text of texts) {
    // A carriage return at the end may be the first half of a line's end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const value = dataOf(line);
      if (value !== undefined) data.push(value);
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
    if (rest.length > longestLine) return;
  }
  // Strictly, an event without its empty line is lost. Servers that forget the last one are understood all the same.
  const last = dataOf(rest.replace(/\r$/, ''));
  if (last !== undefined) data.push(last);
  if (data.length > 0) yield data.join('\n');
}

function dataOf(line: string): string | undefined {
  return line.startsWith('data:') ? line.slice('data:'.length).replace(/^ /, '') : undefined;
}
