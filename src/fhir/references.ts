import { decodedPart, tokenOf } from './identity';
import type { Identifier, Reference } from './resources.schema';

/** A resource of a Bundle that others may refer to. */
export interface Referable {
  readonly fullUrl: string | undefined;
  readonly type: string;
  readonly id: string | undefined;
  readonly identifiers: readonly Identifier[];
}

/** Finds the resources of a Bundle that its references mean. */
export class References<Target extends Referable> {
  private readonly byAddress = new Map<string, Target>();
  private readonly byIdentifier = new Map<string, Target>();

  /** Of several resources with one address, the first is meant. */
  constructor(targets: readonly Target[]) {
    for (const target of targets) {
      for (const address of addressesOf(target)) {
        if (!this.byAddress.has(address)) this.byAddress.set(address, target);
      }
      for (const identifier of target.identifiers) {
        const key = searchKey(target.type, tokenOf(identifier));
        if (key !== undefined && !this.byIdentifier.has(key)) this.byIdentifier.set(key, target);
      }
    }
  }

  /**
   * The resource that a reference means: by its `fullUrl`, by type and id, relative or of any server, by a search for an
   * identifier (`Encounter?identifier=system|value`), or by the identifier of a logical reference.
   */
  find({ reference, identifier }: Reference, type: string): Target | undefined {
    const target =
      (reference === undefined ? undefined : this.byReference(reference)) ??
      this.byIdentifier.get(searchKey(type, identifier && tokenOf(identifier)) ?? '');
    return target?.type === type ? target : undefined;
  }

  private byReference(reference: string): Target | undefined {
    const searched = identifierSearch(reference);
    if (searched) return this.byIdentifier.get(searchKey(searched.type, tokenOf(searched.identifier)) ?? '');
    const current = withoutVersion(reference);
    return this.byAddress.get(addressKey(current)) ?? this.byAddress.get(typeAndId(current) ?? '');
  }
}

/** The identifier that a conditional reference searches for, `Patient?identifier=system|value`. */
export function identifierSearch(
  reference: string,
): { readonly type: string; readonly identifier: Identifier } | undefined {
  const [, type, search] = /^(?:.*\/)?([A-Z][A-Za-z]+)\?identifier=([^&]+)$/s.exec(reference) ?? [];
  if (type === undefined || search === undefined) return undefined;
  const token = decodedPart(search);
  const bar = token.indexOf('|');
  const value = token.slice(bar + 1);
  if (value === '') return undefined;
  return { type, identifier: bar > 0 ? { system: token.slice(0, bar), value } : { value } };
}

/** The id of a reference to a type, relative or of any server. */
export function idOfReference(reference: string, type: string): string | undefined {
  const [, found, id] = TYPE_AND_ID.exec(withoutVersion(reference)) ?? [];
  return found === type ? id : undefined;
}

const TYPE_AND_ID = /(?:^|\/)([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]{1,64})$/;

function addressesOf({ fullUrl, type, id }: Referable): string[] {
  const addresses = fullUrl === undefined ? [] : [addressKey(fullUrl), typeAndId(fullUrl)];
  if (id !== undefined) addresses.push(`${type}/${id}`);
  return addresses.filter((address) => address !== undefined);
}

function typeAndId(reference: string): string | undefined {
  const [, type, id] = TYPE_AND_ID.exec(reference) ?? [];
  return type === undefined || id === undefined ? undefined : `${type}/${id}`;
}

/** UUIDs are written in either case. */
function addressKey(address: string): string {
  return /^urn:uuid:/i.test(address) ? address.toLowerCase() : address;
}

function withoutVersion(reference: string): string {
  return reference.replace(/\/_history\/[^/]*$/, '');
}

function searchKey(type: string, token: string | undefined): string | undefined {
  return token === undefined ? undefined : `${type}?${token}`;
}
