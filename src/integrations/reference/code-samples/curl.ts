import type { SampleCall } from './sample-call';

/** Prints an error response before it exits with an error. */
export const CURL_COMMAND = 'curl --fail-with-body';

const CREDENTIALS = {
  none: [],
  token: ['-H "Authorization: Bearer $HEALTH_TOKEN"'],
  session: ['-H "Cookie: session=$HEALTH_SESSION"'],
};

/** Writes a call for curl 7.76 or later in a POSIX shell. */
export function writeCurlSample(call: SampleCall): string {
  const { method, url, body, credential, answer } = call;
  // The input of a procedure is one line, a document of FHIR is too long for it.
  const json = body && JSON.stringify(body, undefined, answer === 'json' ? 2 : undefined);
  return [
    `${CURL_COMMAND} ${answer === 'events' ? '-N ' : ''}${writeMethodOption(method, json)}${quoteForShell(url)}`,
    ...CREDENTIALS[credential],
    ...(json === undefined ? [] : writeInputOptions(call, json)),
  ].join(' \\\n  ');
}

function writeMethodOption(method: string, json: string | undefined): string {
  if (method === 'GET') return json === undefined ? '' : '-G ';
  // With -d, curl sends a POST by default.
  return json === undefined ? '-X POST ' : '';
}

function writeInputOptions({ method, mediaType }: SampleCall, json: string): string[] {
  if (method === 'GET') return [`--data-urlencode ${quoteForShell(`input=${json}`)}`];
  return [`-H 'Content-Type: ${mediaType}'`, `-d ${quoteForShell(json)}`];
}

/** Quotes a text as one word of a POSIX shell command. */
function quoteForShell(text: string): string {
  if (/^[\w:/.@%+-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
