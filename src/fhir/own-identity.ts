import { type ResourceEntry, entryPath } from './bundle-entries';
import { lastingUrl, ownIdentifier, tokenOf } from './identity';
import { readIfNoneExist } from './if-none-exist';
import type { Problem } from './outcome';

/** What names a resource, so that it is recorded once. */
export interface OwnIdentity {
  /** `system|value` of its identifier. */
  readonly token: string | undefined;
  /** What its `fullUrl` says, where that lasts. */
  readonly url: string | undefined;
  /** Whether one that exists is to be answered, whatever it holds. */
  readonly ifNoneExist: boolean;
}

/** @returns a problem for a condition of the creation that cannot be honoured */
export function ownIdentity({
  index,
  fullUrl,
  identifiers,
  ifNoneExist,
}: ResourceEntry<unknown>): OwnIdentity | Problem {
  const url = lastingUrl(fullUrl);
  if (ifNoneExist === undefined) {
    const identifier = ownIdentifier(identifiers);
    return { token: identifier && tokenOf(identifier), url, ifNoneExist: false };
  }
  const condition = readIfNoneExist(ifNoneExist, identifiers);
  if ('identifier' in condition) return { token: tokenOf(condition.identifier), url, ifNoneExist: true };
  return {
    status: 400,
    code: 'not-supported',
    text: condition.refused,
    expression: `${entryPath(index)}.request.ifNoneExist`,
  };
}
