/**
 * Posts a JSON text to another system; redirects are not followed.
 * @param target http or https URL, which may have a user and a password
 * @throws Error if the response is no 2xx, or does not come in time
 */
export async function postJson(
  target: string,
  body: string,
  { headers = {}, timeoutMs }: { headers?: Readonly<Record<string, string>>; timeoutMs: number },
): Promise<void> {
  const { url, authorization } = splitCredentials(target);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
      ...headers,
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${url.host} responded with ${response.status}`);
}

/** `fetch` refuses a URL with a user and a password. */
function splitCredentials(target: string): { url: URL; authorization: string | undefined } {
  const url = new URL(target);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url, authorization: undefined };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
