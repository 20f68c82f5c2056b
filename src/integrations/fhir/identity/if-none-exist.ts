import { decodeUrlPart, toToken } from './identifiers';
import type { Identifier } from '../bundle/resources.schema';

/** The identifier to search for, or an error text. */
export type IfNoneExist = { readonly identifier: Identifier } | { readonly error: string };

const UNSUPPORTED =
  'only identifier=system|value is supported, of one identifier that the resource itself has';

/**
 * Parses `identifier=system|value`; a resource type before it and percent-encoding are optional.
 * @param own the resource's identifiers; a retry would not find any other
 */
export function parseIfNoneExist(ifNoneExist: string, own: readonly Identifier[] = []): IfNoneExist {
  const query = ifNoneExist.slice(ifNoneExist.indexOf('?') + 1);
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  const [, search] = /^identifier=(.+)$/s.exec(parameters[0] ?? '') ?? [];
  if (parameters.length !== 1 || search === undefined) return { error: UNSUPPORTED };
  const token = decodeUrlPart(search);
  const matches = own.filter(({ system = '', value = '' }) =>
    token.includes('|') ? `${system}|${value}` === token : value === token,
  );
  const [identifier] = matches;
  if (!identifier || new Set(matches.map(toToken)).size > 1) return { error: UNSUPPORTED };
  return { identifier };
}
