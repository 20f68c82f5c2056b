import type { SampleCall } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ['-H "Authorization: Bearer $HEALTH_TOKEN"'],
  session: ['-H "Cookie: session=$HEALTH_SESSION"'],
};

/** Prints an error response before it exits with an error. */
export const CURL_COMMAND = 'curl --fail-with-body';

/** Writes a call for curl 7.76 or later in a POSIX shell. */
export function writeCurlSample({ method, url, body, credential, isStream }: SampleCall): string {
  const json = body && JSON.stringify(body);
  return [
    `${CURL_COMMAND} ${isStream ? '-N ' : ''}${writeMethodOption(method, json)}${quoteForShell(url)}`,
    ...CREDENTIALS[credential],
    ...(json === undefined ? [] : writeInputOptions(method, json)),
  ].join(' \\\n  ');
}

function writeMethodOption(method: string, json: string | undefined): string {
  if (method === 'GET') return json === undefined ? '' : '-G ';
  // With -d, curl sends a POST by default.
  return json === undefined ? '-X POST ' : '';
}

function writeInputOptions(method: string, json: string): string[] {
  if (method === 'GET') return [`--data-urlencode ${quoteForShell(`input=${json}`)}`];
  return ["-H 'Content-Type: application/json'", `-d ${quoteForShell(json)}`];
}

/** Quotes a text as one word of a POSIX shell command. */
export function quoteForShell(text: string): string {
  if (/^[\w:/.@%+-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
