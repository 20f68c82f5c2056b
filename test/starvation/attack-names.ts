export const ATTACKS = [
  'pipelining',
  'anonymous batches',
  'anonymous messages',
  'trends',
  'nested JSON',
  'slow bodies',
  'long messages',
] as const;

export type AttackName = (typeof ATTACKS)[number];
