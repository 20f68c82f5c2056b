import { createHash } from 'node:crypto';
import { externalIdSchema } from '../../../shared/external-id';
import { isUuid } from '../../../shared/identifier';
import type { Identifier } from '../bundle/resources.schema';

/** URL of a resource on a FHIR server. */
const RESOURCE_URL = /^https?:\/\/[^\s?#]+\/[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/;

/** Of identifiers that were read: the time to normalize combining marks grows with the square of their number. */
const tokens = new WeakMap<Identifier, string>();

/**
 * Returns `system|value`, or the value alone if there is no system, as external ids of `consultations.record`. Stored
 * identifiers may be in another form than those that are sent.
 */
export function toToken(identifier: Identifier): string | undefined {
  const { system = '', value } = identifier;
  if (value === undefined) return undefined;
  const known = tokens.get(identifier);
  if (known !== undefined) return known;
  const token = (system === '' ? value : `${system}|${value}`).normalize('NFC');
  tokens.set(identifier, token);
  return token;
}

/**
 * Returns the token of the official identifier, else of one that is not old.
 * If there are several, the first of the sorted tokens: systems may send them in another order each time.
 */
export function chooseToken(identifiers: readonly Identifier[] = []): string | undefined {
  const usable = identifiers.filter(({ use, value }) => value !== undefined && use !== 'old');
  const official = usable.filter(({ use }) => use === 'official');
  const [first] = (official.length > 0 ? official : usable)
    .flatMap((identifier) => toToken(identifier) ?? [])
    .sort();
  return first;
}

/**
 * Returns a `fullUrl` that identifies the same resource in every Bundle: `urn:uuid` with a UUID, or a URL on a server.
 * Returns undefined for a placeholder such as `urn:uuid:encounter-1`.
 */
export function toStableUrl(fullUrl: string | undefined): string | undefined {
  if (fullUrl === undefined) return undefined;
  if (/^urn:uuid:/i.test(fullUrl)) {
    const uuid = parseUuidUrn(fullUrl);
    return uuid && `urn:uuid:${uuid}`;
  }
  return RESOURCE_URL.test(fullUrl) ? fullUrl : undefined;
}

/** Returns the UUID of `urn:uuid:…` in lower case, or undefined if it is invalid. */
export function parseUuidUrn(urn: string): string | undefined {
  const [, uuid = ''] = /^urn:uuid:(.+)$/i.exec(urn) ?? [];
  return isUuid(uuid) ? uuid.toLowerCase() : undefined;
}

/** Returns the identity itself if it is a valid external id, else its SHA-256. */
export function toExternalId(identity: string | undefined): string | undefined {
  if (identity === undefined) return undefined;
  const normalized = identity.normalize('NFC');
  const parsed = externalIdSchema.safeParse(normalized);
  if (parsed.success && parsed.data === normalized) return normalized;
  return `sha256:${createHash('sha256').update(normalized).digest('hex')}`;
}

/** Decodes percent-encoding. A `+` is not decoded: in identifiers it is more common than a space. */
export function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC');
  } catch {
    return text;
  }
}
