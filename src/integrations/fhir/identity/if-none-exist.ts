import { decodeUrlPart, toToken } from './identifiers';
import type { Identifier } from '../bundle/resources.schema';

/** What a condition of a creation comes to: the identifier that it names, or why it cannot be honoured. */
export type Condition = { readonly identifier: Identifier } | { readonly refused: string };

const UNSUPPORTED =
  'only identifier=system|value is supported, of one identifier that the resource itself has';

/**
 * Reads `ifNoneExist`: `identifier=system|value`, with the resource type before it or not, percent-encoded or not.
 * @param own the identifiers of the resource: one that it lacks would never be found again
 */
export function parseIfNoneExist(written: string, own: readonly Identifier[] = []): Condition {
  const query = written.slice(written.indexOf('?') + 1);
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  const [, searched] = /^identifier=(.+)$/s.exec(parameters[0] ?? '') ?? [];
  if (parameters.length !== 1 || searched === undefined) return { refused: UNSUPPORTED };
  const token = decodeUrlPart(searched);
  const matches = own.filter(({ system = '', value = '' }) =>
    token.includes('|') ? `${system}|${value}` === token : value === token,
  );
  const [identifier] = matches;
  if (!identifier || new Set(matches.map(toToken)).size > 1) return { refused: UNSUPPORTED };
  return { identifier };
}
