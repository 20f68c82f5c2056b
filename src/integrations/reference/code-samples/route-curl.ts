import { type PlainRoute, exampleQuery } from '../routes/plain-route';
import { CURL, shellQuoted } from './curl';

/** A plain route's call with curl 7.76 or later, in a POSIX shell. */
export function routeCurlSample(route: PlainRoute, publicUrl: string): string {
  const { access, body } = route;
  const query = exampleQuery(route);
  return [
    `${CURL} ${query.length > 0 ? '-G ' : ''}${shellQuoted(publicUrl + examplePath(route))}`,
    ...(access === 'anyone' ? [] : ['-H "Authorization: Bearer $HEALTH_TOKEN"']),
    ...query.map(({ key, value }) => `--data-urlencode ${shellQuoted(`${key}=${value}`)}`),
    ...(body
      ? [
          `-H 'Content-Type: ${body.mediaType}'`,
          `-d ${shellQuoted(JSON.stringify(body.example, undefined, 2))}`,
        ]
      : []),
  ].join(' \\\n  ');
}

function examplePath({ path, parameters = [] }: PlainRoute): string {
  return parameters.reduce(
    (filled, { name, example }) =>
      typeof example === 'string' ? filled.replace(`{${name}}`, example) : filled,
    path,
  );
}
