import { isUuid } from '../../../shared/identifier';
import { type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import { toStableUrl, chooseToken, toToken } from './identifiers';
import { parseIfNoneExist } from './if-none-exist';
import type { Problem } from '../operation-outcome';

/** What names a resource, so that it is recorded once. */
export interface ResourceIdentity {
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
export function readResourceIdentity(
  { index, type, fullUrl, identifiers, ifNoneExist }: ResourceEntry<unknown>,
  base: string,
): ResourceIdentity | Problem {
  const named = { recordedId: recordedId(fullUrl, `${base}/${type}/`), url: toStableUrl(fullUrl) };
  if (ifNoneExist === undefined) return { ...named, token: chooseToken(identifiers), ifNoneExist: false };
  const condition = parseIfNoneExist(ifNoneExist, identifiers);
  if ('identifier' in condition) {
    return { ...named, token: toToken(condition.identifier), ifNoneExist: true };
  }
  return {
    status: 400,
    code: 'not-supported',
    text: condition.refused,
    expression: `${formatEntryPath(index)}.request.ifNoneExist`,
  };
}

function recordedId(fullUrl: string | undefined, address: string): string | undefined {
  if (!fullUrl?.startsWith(address)) return undefined;
  const id = fullUrl.slice(address.length);
  return isUuid(id) ? id.toLowerCase() : undefined;
}
