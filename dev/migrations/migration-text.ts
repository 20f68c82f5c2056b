import { SQL_WORDS } from '../new-module/names';
import type { SchemaChanges } from './schema-changes';

/** The source of a migration, as those that are written by hand look. */
export function migrationText(className: string, { up, down }: Pick<SchemaChanges, 'up' | 'down'>): string {
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Brings ${listed(tablesOf(up))} in line with the entities. */
export class ${className} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
${up.map(call).join('\n')}
  }

  async down(runner: QueryRunner): Promise<void> {
${down.map(call).join('\n')}
  }
}
`;
}

function call(statement: string): string {
  const sql = plainSql(statement);
  const isShort = !/['\\\n]/.test(sql);
  return `    await runner.query(${isShort ? `'${sql}'` : `\`${sql.replace(/[`\\]|\$\{/g, '\\$&')}\``});`;
}

/** TypeORM's SQL without quotes that names need not, and with the short names of types. */
export function plainSql(statement: string): string {
  const sql = outsideTexts(statement, (part) =>
    part
      .replace(/"([a-z_][a-z0-9_]*)"/g, (quoted, name: string) => (SQL_WORDS.has(name) ? quoted : name))
      .replace(/ CONSTRAINT "PK_[0-9a-f]+" PRIMARY KEY/g, ' PRIMARY KEY')
      .replaceAll('TIMESTAMP WITH TIME ZONE', 'timestamptz')
      .replaceAll('character varying', 'varchar')
      .replace(/ {2,}/g, ' '),
  ).trim();
  const added = sql.replace(/^(ALTER TABLE \S+ ADD) (?!CONSTRAINT )/, '$1 COLUMN ');
  return added.startsWith('CREATE TABLE ') ? onLines(added) : added;
}

/** A table with a line for each column. */
function onLines(sql: string): string {
  const start = sql.indexOf('(');
  const end = sql.lastIndexOf(')');
  const indented = (text: string) => `\n        ${text.trim()}`;
  const items = topLevelItems(sql.slice(start + 1, end)).map(indented);
  return `\n      ${sql.slice(0, start).trim()} (${items.join(',')}\n      )${sql.slice(end + 1)}`;
}

function topLevelItems(list: string): string[] {
  let depth = 0;
  let isText = false;
  const items = [''];
  for (const character of list) {
    if (character === "'") isText = !isText;
    if (!isText && character === '(') depth += 1;
    if (!isText && character === ')') depth -= 1;
    if (!isText && depth === 0 && character === ',') items.push('');
    else items.push(`${items.pop() ?? ''}${character}`);
  }
  return items;
}

function outsideTexts(sql: string, change: (part: string) => string): string {
  return sql
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

function tablesOf(statements: readonly string[]): string[] {
  const tables = statements.flatMap((statement) => {
    const [, table] = /(?: TABLE | ON )"(?:public"\.")?([^"]+)"/.exec(statement) ?? [];
    return table === undefined ? [] : [table];
  });
  return [...new Set(tables)];
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'the schema' : new Intl.ListFormat('en').format(names);
}
