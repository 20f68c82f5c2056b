const MAX_ERROR_BYTES = 65_536;

/**
 * Returns a `fetch` with the limits that the `openai` package does not have:
 * - it sends only the headers of the protocol. The package would add headers that describe this machine (`X-Stainless-*`),
 *   and those of OPENAI_CUSTOM_HEADERS;
 * - it follows no redirect, so that messages reach the configured server only;
 * - it truncates a response at a maximum size, and closes the connection.
 * @param maxBytes maximum size of a 2xx response; of other responses, only the start is read
 */
export function createModelFetch(apiKey: string, maxBytes: number): typeof fetch {
  return async (url, init) => {
    const headers = {
      accept: 'text/event-stream, application/json',
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
    };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    const limit = response.ok ? maxBytes : MAX_ERROR_BYTES;
    return new Response(response.body && limitBytes(response.body, limit), response);
  };
}

async function* limitBytes(body: ReadableStream<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let remaining = maxBytes;
  for await (const chunk of body) {
    yield chunk.subarray(0, remaining);
    remaining -= chunk.length;
    if (remaining <= 0) return;
  }
}
