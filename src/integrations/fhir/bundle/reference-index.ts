import { runInTurns } from '../../../platform/limits/current-turns';
import { decodeUrlPart, toToken } from '../identity/identifiers';
import type { Identifier, Reference } from './resources.schema';

/** A resource of a Bundle that other entries may refer to. */
export interface ReferenceTarget {
  readonly fullUrl: string | undefined;
  readonly type: string;
  readonly id: string | undefined;
  readonly identifiers: readonly Identifier[];
}

/** The result for a reference that matches several resources. */
export const AMBIGUOUS = Symbol('ambiguous');

export type ReferenceMatch<Target> = Target | typeof AMBIGUOUS;

/** The resource of each type that a key means: the key is ambiguous from the second one on. */
type Matches<Target> = Map<string, ReferenceMatch<Target>>;

interface ReferenceContext {
  /** The `fullUrl` of the entry that contains the reference. */
  readonly sourceUrl: string | undefined;
  /** The resource type that the reference must have. */
  readonly type: string;
}

/** Resolves references between entries of a Bundle (https://hl7.org/fhir/R4/bundle.html#references). */
export class ReferenceIndex<Target extends ReferenceTarget> {
  private readonly byUrl = new Map<string, Matches<Target>>();
  private readonly byTypeAndId = new Map<string, Matches<Target>>();
  private readonly byIdentifier = new Map<string, Matches<Target>>();

  static async of<Target extends ReferenceTarget>(
    targets: readonly Target[],
  ): Promise<ReferenceIndex<Target>> {
    const index = new ReferenceIndex<Target>();
    await runInTurns(index.addAll(targets));
    return index;
  }

  /**
   * Returns the resource that a reference means, or undefined if it is not in the Bundle. Matches, in this order:
   * - an identifier search: `Encounter?identifier=system|value`;
   * - an absolute URL: the same `fullUrl`;
   * - a relative URL: on the server of `sourceUrl`; if that names no server, the same type and id anywhere in the Bundle;
   * - the identifier of a logical reference.
   */
  find(
    { reference, identifier }: Reference,
    { type, sourceUrl }: ReferenceContext,
  ): ReferenceMatch<Target> | undefined {
    const matches =
      (reference === undefined ? undefined : this.findByReference(reference, sourceUrl)) ??
      this.byIdentifier.get(`${type}?${(identifier && toToken(identifier)) ?? ''}`);
    return matches?.get(type);
  }

  /** Yields after each identifier. */
  private *addAll(targets: readonly Target[]): Generator<void, void> {
    for (const target of targets) {
      yield* this.add(target);
      yield;
    }
  }

  private *add(target: Target): Generator<void, void> {
    const { fullUrl, type, id, identifiers } = target;
    if (fullUrl !== undefined) {
      add(this.byUrl, normalizeUrl(fullUrl), target);
      const [, urlType, urlId] = TYPE_AND_ID.exec(fullUrl) ?? [];
      if (parseServerUrl(fullUrl) !== undefined) add(this.byTypeAndId, `${urlType}/${urlId}`, target);
    }
    if (id !== undefined) add(this.byTypeAndId, `${type}/${id}`, target);
    for (const identifier of identifiers) {
      for (const key of listIdentifierKeys(type, identifier)) add(this.byIdentifier, key, target);
      yield;
    }
  }

  private findByReference(reference: string, sourceUrl: string | undefined): Matches<Target> | undefined {
    const search = parseIdentifierSearch(reference);
    if (search) return this.byIdentifier.get(`${search.type}?${search.token}`);
    const url = removeVersion(reference);
    if (!RELATIVE.test(url)) return this.byUrl.get(normalizeUrl(url));
    const server = sourceUrl === undefined ? undefined : parseServerUrl(sourceUrl);
    return server === undefined ? this.byTypeAndId.get(url) : this.byUrl.get(`${server}/${url}`);
  }
}

interface IdentifierSearch {
  readonly type: string;
  readonly identifier: Identifier;
  /** In the format of `listIdentifierKeys`. */
  readonly token: string;
}

/** Parses a conditional reference: `Patient?identifier=system|value`. */
export function parseIdentifierSearch(reference: string): IdentifierSearch | undefined {
  const queryStart = reference.indexOf('?');
  const type = reference.slice(reference.lastIndexOf('/', Math.max(queryStart, 0)) + 1, queryStart);
  const query = reference.slice(queryStart + 1);
  if (queryStart < 0 || !query.startsWith(SEARCH) || query.includes('&') || !TYPE.test(type))
    return undefined;
  const text = decodeUrlPart(query.slice(SEARCH.length));
  const bar = text.indexOf('|');
  const value = text.slice(bar + 1);
  if (value === '') return undefined;
  const identifier = bar > 0 ? { system: text.slice(0, bar), value } : { value };
  return { type, identifier, token: bar < 0 ? `${ANY_SYSTEM}${value}` : (toToken(identifier) ?? '') };
}

/** Returns the id of a reference to a type; the reference may be relative or name any server. */
export function parseReferenceId(reference: string, type: string): string | undefined {
  const [, actualType, id] = TYPE_AND_ID.exec(removeVersion(reference)) ?? [];
  return actualType === type ? id : undefined;
}

/** Returns a `fullUrl` for comparison: UUIDs are case-insensitive. */
export function normalizeUrl(fullUrl: string): string {
  return /^urn:uuid:/i.test(fullUrl) ? fullUrl.toLowerCase() : fullUrl;
}

const SEARCH = 'identifier=';
const TYPE = /^[A-Z][A-Za-z]+$/;
const RELATIVE = /^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/;
const TYPE_AND_ID = /(?:^|\/)([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]{1,64})$/;

/** Prefix of the key of a search without a system; no token begins with it. */
const ANY_SYSTEM = '\0';

function listIdentifierKeys(type: string, identifier: Identifier): string[] {
  const token = toToken(identifier);
  if (token === undefined || identifier.value === undefined) return [];
  return [`${type}?${token}`, `${type}?${ANY_SYSTEM}${identifier.value}`];
}

/** Returns the server's URL if the `fullUrl` is a resource on a server. */
function parseServerUrl(fullUrl: string): string | undefined {
  const match = /^https?:/i.test(fullUrl) ? TYPE_AND_ID.exec(fullUrl) : null;
  return match ? fullUrl.slice(0, match.index) : undefined;
}

function removeVersion(reference: string): string {
  return reference.replace(/\/_history\/[^/]*$/, '');
}

function add<Target extends ReferenceTarget>(
  index: Map<string, Matches<Target>>,
  key: string,
  target: Target,
): void {
  const matches = index.get(key) ?? new Map<string, ReferenceMatch<Target>>();
  const { type } = target;
  const other = matches.get(type);
  matches.set(type, other === undefined || other === target ? target : AMBIGUOUS);
  index.set(key, matches);
}
