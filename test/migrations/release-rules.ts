/** What the previous release, which runs beside the new one, may still use, or what makes its callers wait. */
const RULES: readonly (readonly [problem: string, pattern: RegExp])[] = [
  ['drops', /\bDROP (?:TABLE|COLUMN|CONSTRAINT|FUNCTION|TRIGGER|VIEW|TYPE|SCHEMA)\b/i],
  ['renames', /\bRENAME\b/i],
  ['changes a type', /\bALTER COLUMN \w+ (?:SET DATA )?TYPE\b/i],
  [
    'requires a value',
    /\bSET NOT NULL\b|\bADD COLUMN (?:(?!ADD COLUMN|DEFAULT).)*\bNOT NULL\b(?!.*\bDEFAULT\b)/i,
  ],
  ['validates rows under a lock', /\bADD CONSTRAINT\b(?!.*\bNOT VALID\b)/i],
  ['builds an index under a lock', /\bCREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b)/i],
];

const ALTERED =
  /^ALTER TABLE (?:ONLY )?"?(\w+)|^(?:CREATE|DROP).* ON "?(\w+)|^DROP TABLE (?:IF EXISTS )?"?(\w+)/i;

/**
 * Returns what the statements of one migration do that an installation cannot do while the previous release runs. Tables that
 * the migration creates itself are exempt.
 */
export function findUnsafeStatements(statements: readonly string[]): string[] {
  const created = new Set<string>();
  const problems: string[] = [];
  for (const statement of statements.map((text) => text.replace(/\s+/g, ' ').trim())) {
    const table = /^CREATE (?:TEMPORARY |UNLOGGED )?TABLE "?(\w+)/i.exec(statement)?.[1];
    if (table !== undefined) {
      created.add(table);
      continue;
    }
    // The bodies of functions run later.
    if (/^CREATE (?:OR REPLACE )?FUNCTION/i.test(statement)) continue;
    const [, ...names] = ALTERED.exec(statement) ?? [];
    if (names.some((name) => created.has(name))) continue;
    for (const [problem, pattern] of RULES)
      if (pattern.test(statement)) problems.push(`${problem}: ${statement.slice(0, 120)}`);
  }
  return problems;
}
