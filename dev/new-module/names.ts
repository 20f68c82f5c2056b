import { Script } from 'node:vm';
import { StackError } from '../stack/stack-error';

/** One name in each way of writing that the files of a module use. */
interface Forms {
  readonly camel: string;
  readonly pascal: string;
  readonly kebab: string;
  readonly snake: string;
  readonly prose: string;
}

/** What a module is called: many of its things, and one of them. */
export interface ModuleNames {
  readonly plural: Forms;
  readonly singular: Forms;
}

const LOWER_CAMEL = /^[a-z][a-z0-9]+(?:[A-Z][a-z0-9]+)*$/;

/** PostgreSQL keeps 63 bytes of a name, and an index is called after its table and a column. */
const LONGEST = 40;

/** What the module of the template is called. */
export const TEMPLATE_NAMES: ModuleNames = { plural: formsOf('labSamples'), singular: formsOf('labSample') };

/**
 * Reads what somebody wants to call a module.
 * @param plural lower camel case, as callers write it before the dot
 * @param singular where it is not what the plural tells
 * @throws StackError for what can be no name
 */
export function moduleNames(plural: string, singular = singularOf(plural)): ModuleNames {
  if (singular === undefined) {
    throw new StackError(
      `${plural}: a module is called by a plural; say what one of them is called: --singular NAME`,
    );
  }
  for (const name of [plural, singular]) {
    if (!LOWER_CAMEL.test(name))
      throw new StackError(`${name}: expected lower camel case, such as vaccinations or labSamples`);
    if (name.length > LONGEST) throw new StackError(`${name}: expected at most ${LONGEST} characters`);
  }
  if (plural === singular)
    throw new StackError(`${plural}: one of them is called the same; the plural has to differ`);
  if (isReserved(plural)) throw new StackError(`${plural}: this word has a meaning in JavaScript`);
  const names = { plural: formsOf(plural), singular: formsOf(singular) };
  if (SQL_WORDS.has(names.singular.snake)) {
    throw new StackError(
      `${plural}: its table would be called ${names.singular.snake}, which is a word of SQL; choose another name, or another --singular`,
    );
  }
  return names;
}

/** A text in which the names of one module stand, with those of another in their place. */
export function renamed(text: string, from: ModuleNames, to: ModuleNames): string {
  const pairs = [...pairsOf(from.plural, to.plural), ...pairsOf(from.singular, to.singular)];
  const names = new Map(pairs);
  // In one pass, the plurals first: what took the place of one name may hold another.
  return text.replace(new RegExp([...names.keys()].join('|'), 'g'), (name) => names.get(name) ?? name);
}

function pairsOf(from: Forms, to: Forms): [from: string, to: string][] {
  return [
    [from.camel, to.camel],
    [from.pascal, to.pascal],
    [from.kebab, to.kebab],
    [from.snake, to.snake],
    [from.prose, to.prose],
  ];
}

function formsOf(camel: string): Forms {
  const words = camel.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return {
    camel,
    pascal: camel.replace(/^./, (letter) => letter.toUpperCase()),
    kebab: words.join('-'),
    snake: words.join('_'),
    prose: words.join(' '),
  };
}

/** One of what a regular English plural names; undefined where it is none. */
function singularOf(plural: string): string | undefined {
  if (/[^aeiou]ies$/.test(plural)) return plural.replace(/ies$/, 'y');
  if (/(?:s|x|z|ch|sh)es$/.test(plural) && !/(?:a|e|o)ses$/.test(plural)) return plural.replace(/es$/, '');
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

/** PostgreSQL 18, `pg_get_keywords()`: reserved, and reserved but for functions and types. */
export const SQL_WORDS: ReadonlySet<string> = new Set(
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
