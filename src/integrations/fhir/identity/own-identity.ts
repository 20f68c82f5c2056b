import { isUuid } from '../../../shared/identifier';
import { type ResourceEntry, entryPath } from '../bundle/bundle-entries';
import { lastingUrl, ownToken, tokenOf } from './identity';
import { readIfNoneExist } from './if-none-exist';
import type { Problem } from '../outcome';

/** What names a resource, so that it is recorded once. */
export interface OwnIdentity {
  /** The id of what was read here: its `fullUrl` is an address of this platform. */
  readonly recordedId: string | undefined;
  /** `system|value` of its identifier. */
  readonly token: string | undefined;
  /** What its `fullUrl` says, where that lasts. */
  readonly url: string | undefined;
  /** Whether one that exists is to be answered, whatever it holds. */
  readonly ifNoneExist: boolean;
}

/**
 * @param base the address of this platform's own `/fhir`
 * @returns a problem for a condition of the creation that cannot be honoured
 */
export function ownIdentity(
  { index, type, fullUrl, identifiers, ifNoneExist }: ResourceEntry<unknown>,
  base: string,
): OwnIdentity | Problem {
  const named = { recordedId: recordedId(fullUrl, `${base}/${type}/`), url: lastingUrl(fullUrl) };
  if (ifNoneExist === undefined) return { ...named, token: ownToken(identifiers), ifNoneExist: false };
  const condition = readIfNoneExist(ifNoneExist, identifiers);
  if ('identifier' in condition) {
    return { ...named, token: tokenOf(condition.identifier), ifNoneExist: true };
  }
  return {
    status: 400,
    code: 'not-supported',
    text: condition.refused,
    expression: `${entryPath(index)}.request.ifNoneExist`,
  };
}

function recordedId(fullUrl: string | undefined, address: string): string | undefined {
  if (!fullUrl?.startsWith(address)) return undefined;
  const id = fullUrl.slice(address.length);
  return isUuid(id) ? id.toLowerCase() : undefined;
}
