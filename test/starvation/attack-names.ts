const RAW_ATTACKS = [
  'requests without Host',
  'unknown expectations',
  'many headers',
  'short pipelines of new connections',
  'chunks of one byte',
  'chunks of one byte after a refusal',
] as const;

export type RawAttackName = (typeof RAW_ATTACKS)[number];

const MESSAGE_ATTACKS = [
  'anonymous messages',
  'anonymous messages from many addresses',
  'long messages',
  'long anonymous messages from many addresses',
  'long messages whose clients leave',
  'messages of one letter from ever new networks',
  'repeated words from many addresses',
  'combining marks from many addresses',
  'batches of invalid messages',
  'batches of invalid messages from many addresses',
  'invalid messages from many addresses',
  'long invalid messages from many addresses',
  'messages with a long type',
  'messages with a long type from many addresses',
  'messages of another site from many addresses',
  'batches of too many messages from many addresses',
] as const;

export type MessageAttackName = (typeof MESSAGE_ATTACKS)[number];

export const ATTACKS = [
  ...RAW_ATTACKS,
  ...MESSAGE_ATTACKS,
  'pipelining',
  'pipelined batches from many addresses',
  'dropped connections',
  'unread responses',
  'anonymous batches',
  'anonymous batches from many addresses',
  'streamed batches',
  'trends',
  'ranges of a thousand years',
  'records into a locked table',
  'bulk recording',
  'bulk recording of invalid records',
  'long lists',
  'nested JSON',
  'compressed strings',
  'compressed records',
  'many values',
  'many annotations',
  'invalid annotations from many addresses',
  'large Bundles',
  'Bundles of Encounters',
  'Bundles with long lists',
  'Bundles of ambiguous references',
  'Bundles of many problems',
  'Bundles whose clients leave',
  'plain routes',
  'plain routes from many addresses',
  'workbooks',
  'audit lists',
  'slow bodies',
  'refused tokens from many addresses',
  'unknown sessions from many addresses',
  'exports whose clients leave',
] as const;

export type AttackName = (typeof ATTACKS)[number];

/** What an attack has done until now. Written as one line of JSON, several times a second. */
export interface AttackReport {
  readonly sent: number;
  /** Number of responses by status; of a batch by the statuses of its calls. Also closed connections and errors. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The start of the first response that had a 500. */
  readonly first500: string | null;
}
