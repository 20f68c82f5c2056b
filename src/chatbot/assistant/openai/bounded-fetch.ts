/** Asks a server over HTTP, as the `openai` package wants it. */
export type BoundedFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for one model server that
 * - has read the answer when it resolves, so that the time limit of an attempt covers the body too: the
 *   package stops its clock at the first byte, and a body that trickles would then never end;
 * - reads at most `maximumBytes` of it and closes the connection there;
 * - sends only the headers that the protocol needs: the package adds some of its own about this machine, and
 *   whatever a shell has in OPENAI_CUSTOM_HEADERS;
 * - follows no redirect: what a person wrote goes to the configured server and to no other.
 */
export function boundedFetch(apiKey: string, maximumBytes: number): BoundedFetch {
  return async (url, init) => {
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
    };
    const exchange = async () => {
      const response = await fetch(url, { ...init, headers, redirect: 'manual' });
      return { response, body: await readAtMost(response.body, maximumBytes) };
    };
    const { response, body } = await exchange().catch((error: unknown) => {
      // The package goes by the message, and only knows an abort of its own clock by the class of `fetch`'s
      // error, which is not the same class in every context that Node runs code in (Jest's is another).
      throw init?.signal?.aborted ? new Error('timed out') : error;
    });
    const { status, statusText } = response;
    // A response such as 204 may not carry a body, not even an empty one.
    return new Response(body.length === 0 ? null : body, { status, statusText, headers: response.headers });
  };
}

async function readAtMost(stream: ReadableStream<Uint8Array> | null, maximumBytes: number): Promise<Buffer> {
  if (!stream) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  while (length < maximumBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  await reader.cancel();
  return Buffer.concat(chunks).subarray(0, maximumBytes);
}
