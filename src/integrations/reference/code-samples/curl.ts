import type { SampleCall } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ['-H "Authorization: Bearer $HEALTH_TOKEN"'],
  session: ['-H "Cookie: session=$HEALTH_SESSION"'],
};

/** An answer that says what is wrong is printed, and ends curl with an error too. */
export const CURL_COMMAND = 'curl --fail-with-body';

/** A call with curl 7.76 or later, in a POSIX shell. */
export function writeCurlSample({ method, url, body, credential, streams }: SampleCall): string {
  const json = body && JSON.stringify(body);
  return [
    `${CURL_COMMAND} ${streams ? '-N ' : ''}${optionsFor(method, json)}${quoteForShell(url)}`,
    ...CREDENTIALS[credential],
    ...(json === undefined ? [] : inputOptions(method, json)),
  ].join(' \\\n  ');
}

function optionsFor(method: string, json: string | undefined): string {
  if (method === 'GET') return json === undefined ? '' : '-G ';
  // With data, curl sends a POST by itself.
  return json === undefined ? '-X POST ' : '';
}

function inputOptions(method: string, json: string): string[] {
  if (method === 'GET') return [`--data-urlencode ${quoteForShell(`input=${json}`)}`];
  return ["-H 'Content-Type: application/json'", `-d ${quoteForShell(json)}`];
}

/** A word of a POSIX shell. */
export function quoteForShell(text: string): string {
  if (/^[\w:/.@%+-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
