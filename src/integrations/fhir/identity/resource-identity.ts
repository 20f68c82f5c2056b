import { isUuid } from '../../../shared/identifier';
import { findInvisibleCharacter } from '../../../shared/invisible-characters';
import { describeInvisibleCharacter } from '../../../shared/text';
import { type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import { chooseToken, toStableUrl, toToken } from './identifiers';
import { parseIfNoneExist } from './if-none-exist';
import type { Problem } from '../operation-outcome';

/** Identifies a resource across requests, so that retries record it once. */
export interface ResourceIdentity {
  /** The id in a `fullUrl` of this platform. */
  readonly recordedId: string | undefined;
  /** `system|value` of an identifier. */
  readonly token: string | undefined;
  /** The `fullUrl`, if it is stable. */
  readonly url: string | undefined;
  /** Whether an existing resource is returned even if its content differs. */
  readonly ifNoneExist: boolean;
}

/**
 * Returns the identity, or a problem if `ifNoneExist` is not supported.
 * @param baseUrl the URL of this platform's `/fhir`
 */
export function readResourceIdentity(
  { index, type, fullUrl, identifiers, ifNoneExist }: ResourceEntry<unknown>,
  baseUrl: string,
): ResourceIdentity | Problem {
  const byUrl = { recordedId: parseRecordedId(fullUrl, `${baseUrl}/${type}/`), url: toStableUrl(fullUrl) };
  const search = ifNoneExist === undefined ? undefined : parseIfNoneExist(ifNoneExist, identifiers);
  if (search && 'error' in search)
    return {
      status: 400,
      code: 'not-supported',
      text: search.error,
      expression: `${formatEntryPath(index)}.request.ifNoneExist`,
    };
  const token = search ? toToken(search.identifier) : chooseToken(identifiers);
  if (token !== undefined && findInvisibleCharacter(token) !== undefined)
    return createFormatProblem(token, index);
  return { ...byUrl, token, ifNoneExist: search !== undefined };
}

function createFormatProblem(token: string, index: number): Problem {
  return {
    status: 422,
    code: 'business-rule',
    text: describeInvisibleCharacter(token),
    expression: `${formatEntryPath(index)}.resource.identifier`,
  };
}

function parseRecordedId(fullUrl: string | undefined, prefix: string): string | undefined {
  if (!fullUrl?.startsWith(prefix)) return undefined;
  const id = fullUrl.slice(prefix.length);
  return isUuid(id) ? id.toLowerCase() : undefined;
}
