import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { anchorSchema } from '../../../platform/audit/anchor';
import { CommandError } from '../../../platform/command-line/command';
import { getErrorMessage } from '../../../platform/config/operator-error';
import type { Database } from '../../../platform/database/database';
import type { CountryScope } from '../../../shared/country';
import { FIND_REMOVED_DAY } from '../retention/removed-days.sql';
import { FIND_LINK_DIGEST } from './chains.sql';

type Head = z.output<typeof anchorSchema>['heads'][number];

/**
 * Compares published heads with the chains, and yields every difference. A chain that was rewritten from the beginning, or cut
 * at its end, agrees with itself: only a published head shows it.
 * @param country of the chains that are compared; null for all
 */
export async function* verifyAnchors(
  database: Database,
  { path, country }: { path: string; country: CountryScope | null },
  count: (heads: number) => void,
): AsyncGenerator<string> {
  for await (const { publishedAt, heads } of readAnchors(path)) {
    const compared = heads.filter((head) => country === null || head.country === country);
    for (const head of compared) {
      const found = await database.first(FIND_LINK_DIGEST, head);
      if (found?.digest.toString('hex') === head.digest) continue;
      if (await isRemovedHead(database, head)) continue;
      const difference = found ? 'was another' : 'existed';
      yield `${head.country} ${head.day}: link ${head.number} ${difference} at ${publishedAt}, when its digest was published`;
    }
    count(compared.length);
  }
}

/**
 * Whether a head is of a day that was removed, whose last head was kept. Of earlier links of that day, only their number is known.
 */
async function isRemovedHead(database: Database, head: Head): Promise<boolean> {
  const kept = await database.first(FIND_REMOVED_DAY, head);
  if (!kept || head.number > kept.number) return false;
  return head.number < kept.number || kept.digest.toString('hex') === head.digest;
}

/** @throws CommandError if the file cannot be read, or has other lines */
async function* readAnchors(path: string): AsyncGenerator<z.output<typeof anchorSchema>> {
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      number += 1;
      if (line.trim() !== '') yield anchorSchema.parse(JSON.parse(line));
    }
  } catch (error) {
    const reason =
      error instanceof z.ZodError || error instanceof SyntaxError
        ? 'is no publication of heads'
        : getErrorMessage(error);
    throw new CommandError(`${path}, line ${number}: ${reason}`);
  }
}
