import { parseArgs } from 'node:util';
import { type Command, CommandError } from '../../../platform/command-line/command';
import { getErrorMessage } from '../../../platform/config/operator-error';
import { Database, type Transaction } from '../../../platform/database/database';
import { type CountryScope, parseCountryOrUnknown } from '../../../shared/country';
import { verifyAnchors } from './anchors';
import { LIST_CHAINS, LIST_COUNTRIES_OF_EVENTS, LIST_UNLINKED_EVENTS } from './chains.sql';
import { type Verified, verifyChain } from './verify-chain';
import { verifyRemovals } from './verify-removals';

export const USAGE = `Usage: npm run audit:verify [-- --country KE] [--anchor file]

Recomputes the hash chains of the audit trail, and prints every event that was changed, removed or moved since it was linked,
every event that is in no link after ten minutes, and, with --anchor, every day that was removed, unless by retention:apply. It
changes nothing, and may run while the platform works. It does not notice an event that somebody with access to the database
adds: such an event is linked like all others.

  --country  the chains of one country; ZZ for none, "*" for events of several countries
  --anchor   a file with published heads: the one that AUDIT_ANCHOR names, or a copy. Without it, a chain that was rewritten
             as a whole, cut at its end, or removed, is not noticed.

Exit code 0: nothing was changed. Exit code 1: something was, or the check could not be made.`;

/** Runs `npm run audit:verify`. */
export const verifyAudit: Command = async ({ args, dataSource }) => {
  const { country, anchor } = parseOptions(args);
  return new Database(dataSource).snapshot(async (snapshot) => {
    const verified: Verified = { events: 0, links: 0, late: 0 };
    let heads = 0;
    let removedDays = 0;
    const problems =
      (await printAll(verifyChains(snapshot, country, verified))) +
      (await printAll(verifyRemovals(snapshot, country, (days) => (removedDays += days)))) +
      (anchor === undefined
        ? 0
        : await printAll(verifyAnchors(snapshot, { path: anchor, country }, (count) => (heads += count))));
    const unlinked = await findUnlinked(snapshot, country);
    const differences = problems + (await printAll(unlinked.problems));
    const scope = [
      `${formatCount(verified.events)} events in ${formatCount(verified.links)} links`,
      ...(anchor === undefined
        ? ['not compared with published heads']
        : [`${formatCount(heads)} published heads`]),
      `${formatCount(unlinked.recent)} recent events not linked yet`,
      ...(removedDays > 0 ? [`${formatCount(removedDays)} removed days, whose heads were kept`] : []),
      ...(verified.late > 0 ? [`${formatCount(verified.late)} linked more than a day later`] : []),
    ];
    const result = differences === 0 ? 'No difference' : `Differences: ${formatCount(differences)}`;
    process.stdout.write(`${result}: ${scope.join(', ')}.\n`);
    return differences === 0 ? 0 : 1;
  });
};

function parseOptions(args: readonly string[]): { country: CountryScope | null; anchor: string | undefined } {
  const { country, anchor } = readArguments(args);
  if (country === undefined) return { country: null, anchor };
  const scope = country === '*' ? country : parseCountryOrUnknown(country);
  if (scope === undefined)
    throw new CommandError('country: expected an ISO 3166-1 country code such as KE, ZZ or *');
  return { country: scope, anchor };
}

function readArguments(args: readonly string[]) {
  try {
    const options = { country: { type: 'string' }, anchor: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new CommandError(`${getErrorMessage(error)}\n\n${USAGE}`);
  }
}

async function* verifyChains(
  snapshot: Transaction,
  country: CountryScope | null,
  verified: Verified,
): AsyncGenerator<string> {
  for (const chain of await snapshot.rows(LIST_CHAINS, { country }))
    yield* verifyChain(snapshot, chain, verified);
}

/** Finds events that no link has. The background job links an event some seconds after its commit. */
async function findUnlinked(
  snapshot: Transaction,
  country: CountryScope | null,
): Promise<{ recent: number; problems: string[] }> {
  const countries =
    country === null ? (await snapshot.rows(LIST_COUNTRIES_OF_EVENTS)).map((row) => row.country) : [country];
  const problems: string[] = [];
  let recent = 0;
  for (const each of countries)
    for (const event of await snapshot.rows(LIST_UNLINKED_EVENTS, { country: each })) {
      if (event.isRecent === true) recent += 1;
      else problems.push(`${each} event ${event.id} of ${event.at.toISOString()}: is in no link`);
    }
  return { recent, problems };
}

async function printAll(lines: AsyncIterable<string> | Iterable<string>): Promise<number> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    process.stdout.write(`${line}\n`);
  }
  return count;
}

function formatCount(number: number): string {
  return number.toLocaleString('en');
}
