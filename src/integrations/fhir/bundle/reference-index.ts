import { decodeUrlPart, toToken } from '../identity/identifiers';
import type { Identifier, Reference } from './resources.schema';

/** A resource of a Bundle that others may refer to. */
export interface ReferenceTarget {
  readonly fullUrl: string | undefined;
  readonly type: string;
  readonly id: string | undefined;
  readonly identifiers: readonly Identifier[];
}

/** What a reference means: one resource of the Bundle, or one of several, which nobody can tell apart. */
export type Found<Target> = Target | typeof AMBIGUOUS;

export const AMBIGUOUS = Symbol('several');

/** A reference, and the `fullUrl` of the entry that it is in. */
interface Referring {
  readonly from: string | undefined;
  readonly type: string;
}

/** Finds the resources of a Bundle that its references mean (https://hl7.org/fhir/R4/bundle.html#references). */
export class ReferenceIndex<Target extends ReferenceTarget> {
  private readonly byUrl = new Map<string, Set<Target>>();
  private readonly byTypeAndId = new Map<string, Set<Target>>();
  private readonly byIdentifier = new Map<string, Set<Target>>();

  constructor(targets: readonly Target[]) {
    for (const target of targets) {
      const { fullUrl, type, id, identifiers } = target;
      if (fullUrl !== undefined) {
        add(this.byUrl, normalizeUrl(fullUrl), target);
        const found = TYPE_AND_ID.exec(fullUrl);
        if (found && baseOf(fullUrl) !== undefined) add(this.byTypeAndId, `${found[1]}/${found[2]}`, target);
      }
      if (id !== undefined) add(this.byTypeAndId, `${type}/${id}`, target);
      for (const identifier of identifiers) {
        for (const key of identifierKeys(type, identifier)) add(this.byIdentifier, key, target);
      }
    }
  }

  /**
   * The resource that a reference means. By its `fullUrl`, where the reference is absolute; a relative one is of the same
   * server as the entry that it is in or, where that says none, whatever in the Bundle has the type and id. By a search for
   * an identifier (`Encounter?identifier=system|value`), or by the identifier of a logical reference.
   */
  find({ reference, identifier }: Reference, { type, from }: Referring): Found<Target> | undefined {
    const targets =
      (reference === undefined ? undefined : this.byReference(reference, from)) ??
      this.byIdentifier.get(`${type}?${(identifier && toToken(identifier)) ?? ''}`);
    const [target, ...others] = [...(targets ?? [])].filter((one) => one.type === type);
    return others.length > 0 ? AMBIGUOUS : target;
  }

  private byReference(reference: string, from: string | undefined): Set<Target> | undefined {
    const searched = parseIdentifierSearch(reference);
    if (searched) return this.byIdentifier.get(`${searched.type}?${searched.token}`);
    const current = withoutVersion(reference);
    if (!RELATIVE.test(current)) return this.byUrl.get(normalizeUrl(current));
    const base = from === undefined ? undefined : baseOf(from);
    return base === undefined ? this.byTypeAndId.get(current) : this.byUrl.get(`${base}/${current}`);
  }
}

interface IdentifierSearch {
  readonly type: string;
  readonly identifier: Identifier;
  /** As `identifierKeys` has it. */
  readonly token: string;
}

/** The identifier that a conditional reference searches for, `Patient?identifier=system|value`. */
export function parseIdentifierSearch(reference: string): IdentifierSearch | undefined {
  const question = reference.indexOf('?');
  const type = reference.slice(reference.lastIndexOf('/', Math.max(question, 0)) + 1, question);
  const query = reference.slice(question + 1);
  if (question < 0 || !query.startsWith(SEARCH) || query.includes('&') || !TYPE.test(type)) return undefined;
  const written = decodeUrlPart(query.slice(SEARCH.length));
  const bar = written.indexOf('|');
  const value = written.slice(bar + 1);
  if (value === '') return undefined;
  const identifier = bar > 0 ? { system: written.slice(0, bar), value } : { value };
  return { type, identifier, token: bar < 0 ? `${ANY_SYSTEM}${value}` : (toToken(identifier) ?? '') };
}

/** The id of a reference to a type, relative or of any server. */
export function parseReferenceId(reference: string, type: string): string | undefined {
  const [, found, id] = TYPE_AND_ID.exec(withoutVersion(reference)) ?? [];
  return found === type ? id : undefined;
}

/** A `fullUrl` as it is compared: UUIDs are written in either case. */
export function normalizeUrl(fullUrl: string): string {
  return /^urn:uuid:/i.test(fullUrl) ? fullUrl.toLowerCase() : fullUrl;
}

const SEARCH = 'identifier=';
const TYPE = /^[A-Z][A-Za-z]+$/;
const RELATIVE = /^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/;
const TYPE_AND_ID = /(?:^|\/)([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]{1,64})$/;

/** Stands before a value that is searched for whatever its system is; no token begins with it. */
const ANY_SYSTEM = '\0';

function identifierKeys(type: string, identifier: Identifier): string[] {
  const token = toToken(identifier);
  if (token === undefined || identifier.value === undefined) return [];
  return [`${type}?${token}`, `${type}?${ANY_SYSTEM}${identifier.value}`];
}

/** The address of the server that a resource’s own address is of; undefined for any other `fullUrl`. */
function baseOf(fullUrl: string): string | undefined {
  const found = /^https?:/i.test(fullUrl) ? TYPE_AND_ID.exec(fullUrl) : null;
  return found ? fullUrl.slice(0, found.index) : undefined;
}

function withoutVersion(reference: string): string {
  return reference.replace(/\/_history\/[^/]*$/, '');
}

function add<Target>(map: Map<string, Set<Target>>, key: string, target: Target): void {
  const targets = map.get(key);
  if (targets) targets.add(target);
  else map.set(key, new Set([target]));
}
