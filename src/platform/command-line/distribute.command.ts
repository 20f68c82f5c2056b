import { distributeTables } from '../database/distribute-tables';
import { type Command, CommandError } from './command';

export const USAGE = `Usage: npm run db:distribute

Spreads the records over the nodes of a Citus cluster: the rows of one country are on one node, and every node has the
catalogues. It needs a migrated database with the extension citus whose coordinator knows the other nodes. Writes to a table
wait while its rows are moved. Run it again after an interruption, and after a migration that creates a trigger: it does what
is missing, and checks the triggers of every shard.

Exit code 0: everything is spread. Exit code 1: it could not be done; the reason is printed.`;

/** Runs `npm run db:distribute`. */
export const distribute: Command = async ({ args, dataSource }) => {
  if (args.length > 0) throw new CommandError(`Unknown argument ${args.join(' ')}.\n\n${USAGE}`);
  const { tables, functions, triggers, references, nodes } = await distributeTables(dataSource);
  const done = [
    ...references.map(
      (reference) => `Dropped the foreign key ${reference}, because its table stays where it is`,
    ),
    ...tables.map((table) => `Moved ${table}`),
    ...functions.map((name) => `${name} runs on the node of its country`),
    ...triggers.map((trigger) => `Created the trigger ${trigger} on its shards`),
  ];
  const result = done.length > 0 ? '' : 'Nothing to do: ';
  process.stdout.write(
    [
      ...done,
      `${result}the rows of countries are on ${nodes} nodes, and every shard has its triggers.`,
      '',
    ].join('\n'),
  );
  return 0;
};
