import { RESERVED_SQL_WORDS } from '../new-module/names';
import type { SchemaChanges } from './schema-changes';

/** Returns the source of a migration, in the style of those that developers write. */
export function formatMigration(className: string, { up, down }: Pick<SchemaChanges, 'up' | 'down'>): string {
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Brings ${listTables(up)} in line with the entities. */
export class ${className} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
${up.map(queryCall).join('\n')}
  }

  async down(runner: QueryRunner): Promise<void> {
${down.map(queryCall).join('\n')}
  }
}
`;
}

function queryCall(statement: string): string {
  const sql = simplifySql(statement);
  const canBeQuoted = !/['\\\n]/.test(sql);
  return `    await runner.query(${canBeQuoted ? `'${sql}'` : `\`${sql.replace(/[`\\]|\$\{/g, '\\$&')}\``});`;
}

/**
 * Rewrites TypeORM's SQL in the style of the migrations: without needless quotes and names of primary keys, with short type
 * names and `ADD COLUMN`, and with one line for each item of a `CREATE TABLE`.
 */
export function simplifySql(statement: string): string {
  const sql = replaceOutsideLiterals(statement, (part) =>
    part
      .replace(/"([a-z_][a-z0-9_]*)"/g, (quoted, name: string) =>
        RESERVED_SQL_WORDS.has(name) ? quoted : name,
      )
      .replace(/ CONSTRAINT "PK_[0-9a-f]+" PRIMARY KEY/g, ' PRIMARY KEY')
      .replaceAll('TIMESTAMP WITH TIME ZONE', 'timestamptz')
      .replaceAll('character varying', 'varchar')
      .replace(/ {2,}/g, ' '),
  ).trim();
  const withColumn = sql.replace(/^(ALTER TABLE \S+ ADD) (?!CONSTRAINT )/, '$1 COLUMN ');
  return withColumn.startsWith('CREATE TABLE ') ? breakColumns(withColumn) : withColumn;
}

/** Puts each column of a CREATE TABLE on its own line. */
function breakColumns(sql: string): string {
  const start = sql.indexOf('(');
  const end = sql.lastIndexOf(')');
  const indented = (text: string) => `\n        ${text.trim()}`;
  const items = topLevelItems(sql.slice(start + 1, end)).map(indented);
  return `\n      ${sql.slice(0, start).trim()} (${items.join(',')}\n      )${sql.slice(end + 1)}`;
}

function topLevelItems(list: string): string[] {
  let depth = 0;
  let isInLiteral = false;
  const items = [''];
  for (const character of list) {
    if (character === "'") isInLiteral = !isInLiteral;
    if (!isInLiteral && character === '(') depth += 1;
    if (!isInLiteral && character === ')') depth -= 1;
    if (!isInLiteral && depth === 0 && character === ',') items.push('');
    else items.push(`${items.pop() ?? ''}${character}`);
  }
  return items;
}

function replaceOutsideLiterals(sql: string, replace: (part: string) => string): string {
  return sql
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 0 ? replace(part) : part))
    .join('');
}

function listTables(statements: readonly string[]): string {
  const tables = statements.flatMap((statement) => {
    const [, table] = /(?: TABLE | ON )"(?:public"\.")?([^"]+)"/.exec(statement) ?? [];
    return table === undefined ? [] : [table];
  });
  return tables.length === 0 ? 'the schema' : new Intl.ListFormat('en').format(new Set(tables));
}
