import { createHash } from 'node:crypto';
import { externalIdSchema } from '../fields/external-id';
import { isUuid } from '../fields/identifier';
import type { CodeableConcept, Identifier } from './resources.schema';

/** Longest address of a resource on the server that it is from. */
const RESOURCE_URL = /^https?:\/\/[^\s?#]+\/[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/;

/** An identifier as it is compared and claimed: `system|value`, with an empty system where it has none. */
export function tokenOf({ system = '', value }: Identifier): string | undefined {
  return value === undefined ? undefined : `${system}|${value}`;
}

/** The identifier that names a resource: the official one, else the first that is not an old one. */
export function ownIdentifier(identifiers: readonly Identifier[] = []): Identifier | undefined {
  const usable = identifiers.filter(({ use, value }) => value !== undefined && use !== 'old');
  return usable.find(({ use }) => use === 'official') ?? usable[0];
}

/**
 * What a `fullUrl` says of which resource it is: the UUID of `urn:uuid`, or the address on another server. A placeholder
 * such as `urn:uuid:encounter-1` means another resource in each Bundle, and says nothing.
 */
export function lastingUrl(fullUrl: string | undefined): string | undefined {
  if (fullUrl === undefined) return undefined;
  const [, uuid] = /^urn:uuid:(.+)$/i.exec(fullUrl) ?? [];
  if (uuid !== undefined) return isUuid(uuid) ? `urn:uuid:${uuid.toLowerCase()}` : undefined;
  return RESOURCE_URL.test(fullUrl) ? fullUrl : undefined;
}

/** Tells a Condition from the others of its Encounter that have no identifier either. */
export function codeToken({ coding = [], text }: CodeableConcept): string {
  const coded = coding.find(({ code }) => code !== undefined);
  return coded ? `${coded.system ?? ''}|${coded.code ?? ''}` : (text ?? coding[0]?.display ?? '');
}

/** An external id as it is claimed: as it is where it fits, else the SHA-256 of it. */
export function externalIdOf(identity: string): string {
  const fitting = externalIdSchema.safeParse(identity);
  if (fitting.success && fitting.data === identity) return identity;
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`;
}

/** A part of an address without its percent-encoding. A `+` stays one: identifiers have it more often than a space. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
