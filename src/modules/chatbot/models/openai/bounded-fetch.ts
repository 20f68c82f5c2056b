/** Asks a server over HTTP, as the `openai` package wants it. */
export type ModelFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Longest error that is read: the package wants it whole. */
const LONGEST_ERROR_BYTES = 65_536;

/**
 * A `fetch` for one model server that
 * - sends only the headers that the protocol needs: the package adds some of its own about this machine, and
 *   whatever a shell has in OPENAI_CUSTOM_HEADERS;
 * - follows no redirect: what a person wrote goes to the configured server and to no other;
 * - reads errors within a bound, whole before it resolves. What is no error is left to be read as it arrives.
 */
export function modelFetch(apiKey: string): ModelFetch {
  return async (url, init) => {
    const headers = {
      accept: 'text/event-stream, application/json',
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
    };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    if (response.ok) return response;
    const chunks: Uint8Array[] = [];
    for await (const chunk of bounded(response.body, LONGEST_ERROR_BYTES)) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { status, statusText } = response;
    // A response such as 304 may not carry a body, not even an empty one.
    return new Response(body.length === 0 ? null : body, { status, statusText, headers: response.headers });
  };
}

/** The body as text, as it arrives; ends at `maximumBytes`, where the connection is closed. */
export async function* textsOf(
  body: ReadableStream<Uint8Array> | null,
  maximumBytes: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bounded(body, maximumBytes)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* bounded(
  body: ReadableStream<Uint8Array> | null,
  maximumBytes: number,
): AsyncGenerator<Uint8Array> {
  let left = maximumBytes;
  if (!body) return;
  for await (const chunk of body) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}
