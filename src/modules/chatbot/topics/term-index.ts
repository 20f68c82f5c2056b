import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { CachedLookup } from '../../../platform/database/cached-lookup';
import { Database } from '../../../platform/database/database';
import { addTo } from '../../../shared/groups';
import type { Locale } from '../../../shared/locale';
import { splitWords } from '../../../shared/words';
import { LIST_TERMS, STEM_WORDS } from './topics.sql';

type Term = z.output<typeof LIST_TERMS.row>;

/** A term whose words all occur in a text, in any order. */
export interface FoundTerm extends Term {
  /** Index of the text. */
  readonly position: number;
  /** Whether the text has a word of the term as it is written, and not only its stem. */
  readonly isWritten: boolean;
}

/** The stems of a word in all languages, each with its language. */
type Stems = readonly string[];

interface IndexedTerm {
  readonly term: Term;
  readonly words: readonly string[];
  readonly stems: Stems;
}

/** Terms by their first stem. */
type Index = ReadonlyMap<string, readonly IndexedTerm[]>;

const MAX_STEMS_BYTES = 4 * 1024 * 1024;
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
      maxBytes: MAX_STEMS_BYTES,
      ttlMs: TTL_MS,
    });
  }

  /** Returns the terms of all languages in each text. */
  async findTerms(texts: readonly (readonly string[])[]): Promise<FoundTerm[]> {
    const [index, stems] = await Promise.all([
      this.index.forceFetch('terms'),
      this.stems.getAll(texts.flat()),
    ]);
    return texts.flatMap((words, position) => {
      const found = new Set(words.flatMap((word) => stems.get(word) ?? []));
      return [...found]
        .flatMap((stem) => index.get(stem) ?? [])
        .filter((indexed) => indexed.stems.every((stem) => found.has(stem)))
        .map(({ term, words: written }) => ({
          ...term,
          position,
          isWritten: written.some((word) => words.includes(word)),
        }));
    });
  }

  private async load(): Promise<Index> {
    const index = new Map<string, IndexedTerm[]>();
    for (const term of await this.database.rows(LIST_TERMS)) {
      const stems = term.lexemes.map((lexeme) => stemIn(term.language, lexeme));
      const [first] = stems;
      // A term of stop words only would match every message.
      if (first === undefined) continue;
      addTo(index, first, { term, words: splitWords(term.term), stems });
    }
    return index;
  }

  private async stem(words: readonly string[]): Promise<Stems[]> {
    const rows = await this.database.rows(STEM_WORDS, { words });
    const stems = words.map((): string[] => []);
    for (const { position, language, lexemes } of rows)
      stems[position]?.push(...lexemes.map((lexeme) => stemIn(language, lexeme)));
    return stems;
  }
}

function stemIn(language: Locale, lexeme: string): string {
  return `${language} ${lexeme}`;
}
