import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { CachedLookup } from '../../../../platform/database/cached-lookup';
import { Database } from '../../../../platform/database/database';
import { LOCALES, type Locale } from '../../../../shared/locale';
import { LIST_TERMS, STEM_WORDS } from './topics.sql';

type Term = z.output<typeof LIST_TERMS.row>;

/** A term whose words all occur in a text, in any order. */
export interface FoundTerm extends Term {
  /** Index of the text. */
  readonly position: number;
}

/** The stems of a word by language. */
type Stems = Readonly<Record<Locale, readonly string[]>>;

/** Terms by language and by their first stem. */
type Index = ReadonlyMap<string, readonly Term[]>;

const MAX_STEMMED_WORDS = 20_000;
/** Terms change with migrations. An hour, for an operator who changes them by SQL. */
const TTL_MS = 60 * 60_000;

/**
 * Finds terms in texts. The terms are in memory, and so are the stems of words that were searched before: the full-text search
 * of the database takes longer than all other work on a message.
 */
@Injectable()
export class TermIndex {
  private readonly index = new LRUCache<'terms', Index>({
    max: 1,
    ttl: TTL_MS,
    fetchMethod: () => this.load(),
  });
  private readonly stems: CachedLookup<Stems>;

  constructor(private readonly database: Database) {
    this.stems = new CachedLookup((words) => this.stem(words), {
      maxEntries: MAX_STEMMED_WORDS,
      ttlMs: TTL_MS,
    });
  }

  /** Returns the terms of all languages in each text. */
  async findTerms(texts: readonly (readonly string[])[]): Promise<FoundTerm[]> {
    const [index, stems] = await Promise.all([
      this.index.forceFetch('terms'),
      this.stems.getAll(texts.flat()),
    ]);
    return texts.flatMap((words, position) =>
      LOCALES.flatMap((language) => {
        const lexemes = new Set(words.flatMap((word) => stems.get(word)?.[language] ?? []));
        return [...lexemes]
          .flatMap((lexeme) => index.get(keyOf(language, lexeme)) ?? [])
          .filter((term) => term.lexemes.every((lexeme) => lexemes.has(lexeme)))
          .map((term) => ({ ...term, position }));
      }),
    );
  }

  private async load(): Promise<Index> {
    const index = new Map<string, Term[]>();
    for (const term of await this.database.rows(LIST_TERMS)) {
      const [first] = term.lexemes;
      // The text of every message has all words of a term without words.
      if (first === undefined) continue;
      const key = keyOf(term.language, first);
      const sameKey = index.get(key);
      if (sameKey) sameKey.push(term);
      else index.set(key, [term]);
    }
    return index;
  }

  private async stem(words: readonly string[]): Promise<Stems[]> {
    const rows = await this.database.rows(STEM_WORDS, { words });
    const stems = words.map((): Record<Locale, string[]> => ({ en: [], fr: [], pt: [], ar: [], sw: [] }));
    for (const { position, language, lexemes } of rows) stems[position]?.[language].push(...lexemes);
    return stems;
  }
}

function keyOf(language: Locale, lexeme: string): string {
  return `${language} ${lexeme}`;
}
