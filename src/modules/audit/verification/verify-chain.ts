import { createHash } from 'node:crypto';
import type { Database } from '../../../platform/database/database';
import type { CountryScope } from '../../../shared/country';
import { type ChainLink, FIND_LINKED_EVENTS, LIST_LINKS } from './chains.sql';

const DIGEST_BYTES = 32;
const LINKS_AT_ONCE = 20;
const DAY_MS = 24 * 60 * 60 * 1_000;

interface Chain {
  readonly country: CountryScope;
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
}

/** What was verified so far. */
export interface Verified {
  events: number;
  links: number;
  /** Events that were linked more than a day after they happened. */
  late: number;
}

/**
 * Recomputes the chain of a country and a day from the events, and yields every difference. Does not call the functions of the
 * database that made the chain, because an attacker who changes events can also replace these.
 */
export async function* verifyChain(
  database: Database,
  { country, day }: Chain,
  verified: Verified,
): AsyncGenerator<string> {
  let previous: ChainLink | undefined;
  for (;;) {
    const after = previous?.number ?? 0;
    const links = await database.rows(LIST_LINKS, { country, day, after, limit: LINKS_AT_ONCE });
    for (const link of links) {
      yield* verifyLink({ country, day }, link, previous);
      yield* verifyEvents(database, { ...link, country }, verified);
      verified.links += 1;
      previous = link;
    }
    if (links.length < LINKS_AT_ONCE) return;
  }
}

function* verifyLink(
  { country, day }: Chain,
  link: ChainLink,
  previous: ChainLink | undefined,
): Generator<string> {
  const { number, digest, digests } = link;
  const expectedNumber = (previous?.number ?? 0) + 1;
  const name = `${country} ${day}: link ${number}`;
  if (number !== expectedNumber)
    yield `${name} follows link ${expectedNumber - 1}: those between are missing`;
  const expected = createHash('sha256')
    .update(previous?.digest ?? Buffer.alloc(0))
    .update(`${country} ${day} ${number} `)
    .update(digests)
    .digest();
  if (!digest.equals(expected))
    yield `${name} does not match its content and the link before it: one of the two was changed, removed or moved`;
}

async function* verifyEvents(
  database: Database,
  { country, number, events, digests, linkedAt }: ChainLink & Pick<Chain, 'country'>,
  verified: Verified,
): AsyncGenerator<string> {
  if (digests.length !== events.length * DIGEST_BYTES) {
    yield `${country}: link ${number} has ${events.length} events and ${digests.length / DIGEST_BYTES} digests`;
    return;
  }
  const rows = await database.rows(FIND_LINKED_EVENTS, { country, ids: events });
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [index, id] of events.entries()) {
    const row = byId.get(id);
    verified.events += 1;
    if (!row) {
      yield `${country} event ${id}: was removed`;
      continue;
    }
    if (linkedAt.getTime() - row.at.getTime() > DAY_MS) verified.late += 1;
    const expected = digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
    if (digestOf(row.fields).equals(expected)) continue;
    yield digests.includes(digestOf(row.fields))
      ? `${country} event ${id}: was moved to another position`
      : `${country} event ${id} of ${row.at.toISOString()}: was changed`;
  }
}

/** Returns the SHA-256 of an event. The SQL function `link_audit_events` computes the same. */
export function digestOf(fields: readonly (string | null)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}
