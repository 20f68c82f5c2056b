import { createHash } from 'node:crypto';
import { externalIdSchema } from '../../../shared/external-id';
import { isUuid } from '../../../shared/identifier';
import type { Identifier } from '../bundle/resources.schema';

/** The address of a resource on the server that it is from. */
const RESOURCE_URL = /^https?:\/\/[^\s?#]+\/[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/;

/**
 * An identifier as it is compared and claimed: `system|value`, or the value alone where it has no system, as other ways of
 * recording have it.
 */
export function toToken({ system = '', value }: Identifier): string | undefined {
  if (value === undefined) return undefined;
  return system === '' ? value : `${system}|${value}`;
}

/**
 * The token of the identifier that names a resource: the official one, else one that is not old. Of several, the first in
 * the order of the tokens, since no system promises to write them in the same order each time.
 */
export function chooseToken(identifiers: readonly Identifier[] = []): string | undefined {
  const usable = identifiers.filter(({ use, value }) => value !== undefined && use !== 'old');
  const official = usable.filter(({ use }) => use === 'official');
  const [first] = (official.length > 0 ? official : usable).flatMap((one) => toToken(one) ?? []).sort();
  return first;
}

/**
 * What a `fullUrl` says of which resource it is: the UUID of `urn:uuid`, or the address on another server. A placeholder
 * such as `urn:uuid:encounter-1` means another resource in each Bundle, and says nothing.
 */
export function toStableUrl(fullUrl: string | undefined): string | undefined {
  if (fullUrl === undefined) return undefined;
  if (/^urn:uuid:/i.test(fullUrl)) {
    const uuid = parseUuidUrn(fullUrl);
    return uuid && `urn:uuid:${uuid}`;
  }
  return RESOURCE_URL.test(fullUrl) ? fullUrl : undefined;
}

/** The UUID of `urn:uuid:…`, in small letters; undefined where it is none. */
export function parseUuidUrn(urn: string): string | undefined {
  const [, uuid = ''] = /^urn:uuid:(.+)$/i.exec(urn) ?? [];
  return isUuid(uuid) ? uuid.toLowerCase() : undefined;
}

/** An external id as it is claimed: as it is where it fits, else the SHA-256 of it. */
export function toExternalId(identity: string): string {
  const fitting = externalIdSchema.safeParse(identity);
  if (fitting.success && fitting.data === identity) return identity;
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`;
}

/** A part of an address without its percent-encoding. A `+` stays one: identifiers have it more often than a space. */
export function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
