import { type PlainRoute, listExampleQuery } from '../routes/plain-route';
import { CURL_COMMAND, quoteForShell } from './curl';

/** Writes a call of a plain HTTP route for curl 7.76 or later in a POSIX shell. */
export function writeRouteCurlSample(route: PlainRoute, publicUrl: string): string {
  const { access, body } = route;
  const query = listExampleQuery(route);
  return [
    `${CURL_COMMAND} ${query.length > 0 ? '-G ' : ''}${quoteForShell(publicUrl + fillExamplePath(route))}`,
    ...(access === 'anyone' ? [] : ['-H "Authorization: Bearer $HEALTH_TOKEN"']),
    ...query.map(({ key, value }) => `--data-urlencode ${quoteForShell(`${key}=${value}`)}`),
    ...(body
      ? [
          `-H 'Content-Type: ${body.mediaType}'`,
          `-d ${quoteForShell(JSON.stringify(body.example, undefined, 2))}`,
        ]
      : []),
  ].join(' \\\n  ');
}

function fillExamplePath({ path, parameters = [] }: PlainRoute): string {
  return parameters.reduce(
    (filled, { name, example }) =>
      typeof example === 'string' ? filled.replace(`{${name}}`, example) : filled,
    path,
  );
}
