import { Script } from 'node:vm';
import { OperatorError } from '../../src/platform/config/operator-error';

/** A name in each letter case that a module's files use. */
interface NameForms {
  readonly camel: string;
  readonly pascal: string;
  readonly kebab: string;
  readonly snake: string;
  readonly prose: string;
}

/** The plural and singular names of a module. */
export interface ModuleNames {
  readonly plural: NameForms;
  readonly singular: NameForms;
}

const LOWER_CAMEL = /^[a-z][a-z0-9]+(?:[A-Z][a-z0-9]+)*$/;

/** PostgreSQL truncates identifiers to 63 bytes; an index name contains the table and a column. */
const MAX_NAME_LENGTH = 40;

/** The names used in the module template. */
export const TEMPLATE_NAMES: ModuleNames = {
  plural: buildForms('labSamples'),
  singular: buildForms('labSample'),
};

/**
 * Builds and validates the names of a new module.
 * @param plural in lower camel case, as in the paths of its procedures
 * @param singular if it cannot be derived from the plural
 * @throws OperatorError if a name is invalid
 */
export function parseModuleNames(plural: string, singular = deriveSingular(plural)): ModuleNames {
  if (singular === undefined)
    throw new OperatorError(`${plural}: expected a plural noun; pass the singular with --singular NAME`);
  for (const name of [plural, singular]) {
    if (!LOWER_CAMEL.test(name))
      throw new OperatorError(`${name}: expected lower camel case, such as vaccinations or labSamples`);
    if (name.length > MAX_NAME_LENGTH)
      throw new OperatorError(`${name}: expected at most ${MAX_NAME_LENGTH} characters`);
  }
  if (plural === singular) throw new OperatorError(`${plural}: the singular and the plural must differ`);
  if (isReserved(plural)) throw new OperatorError(`${plural}: reserved word in JavaScript`);
  const names = { plural: buildForms(plural), singular: buildForms(singular) };
  const table = names.singular.snake;
  if (RESERVED_SQL_WORDS.has(table)) {
    throw new OperatorError(
      `${plural}: the table name ${table} is a reserved word in SQL; choose another name or another --singular`,
    );
  }
  return names;
}

/** Replaces the names of one module in a text with those of another. */
export function replaceNames(text: string, from: ModuleNames, to: ModuleNames): string {
  const pairs = [...pairForms(from.plural, to.plural), ...pairForms(from.singular, to.singular)];
  const names = new Map(pairs);
  // In one pass, because a replacement may contain another name. Plurals come first: they begin with their singular.
  return text.replace(new RegExp([...names.keys()].join('|'), 'g'), (name) => names.get(name) ?? name);
}

function pairForms(from: NameForms, to: NameForms): [from: string, to: string][] {
  return [
    [from.camel, to.camel],
    [from.pascal, to.pascal],
    [from.kebab, to.kebab],
    [from.snake, to.snake],
    [from.prose, to.prose],
  ];
}

function buildForms(camel: string): NameForms {
  const words = camel.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return {
    camel,
    pascal: camel.replace(/^./, (letter) => letter.toUpperCase()),
    kebab: words.join('-'),
    snake: words.join('_'),
    prose: words.join(' '),
  };
}

/** Returns the singular of a plural, or undefined if its ending is ambiguous: "nurse" or "nurs" for "nurses". */
function deriveSingular(plural: string): string | undefined {
  if (/[^aeiou]ies$/.test(plural)) return plural.replace(/ies$/, 'y');
  if (/(?:ss|sh|tch|x|[^ao]us)es$/.test(plural)) return plural.replace(/es$/, '');
  if (/(?:s|z|ch)es$/.test(plural) && !/[aeo]ses$/.test(plural)) return undefined;
  return /[^s]s$/.test(plural) ? plural.replace(/s$/, '') : undefined;
}

function isReserved(word: string): boolean {
  try {
    new Script(`'use strict'; let ${word};`);
    return false;
  } catch {
    return true;
  }
}

/** Reserved words, including those allowed only as function or type names: `pg_get_keywords()` of PostgreSQL 18. */
export const RESERVED_SQL_WORDS: ReadonlySet<string> = new Set(
  (
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation ' +
    'column concurrently constraint create cross current_catalog current_date current_role current_schema ' +
    'current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for ' +
    'foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral ' +
    'leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps ' +
    'placing primary references returning right select session_user similar some symmetric system_user table ' +
    'tablesample then to trailing true union unique user using variadic verbose when where window with'
  ).split(' '),
);
