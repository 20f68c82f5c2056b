import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { CachedLookup } from '../../../platform/database/cached-lookup';
import { Database } from '../../../platform/database/database';
import { groupBy } from '../../../shared/groups';
import type { Locale } from '../../../shared/locale';
import { splitWords } from '../../../shared/words';
import { NEGATIONS } from '../questions/questions';
import { type SearchWords, correctSpelling, possibleMisspellings } from './search-words';
import { type FoundTerm, TermIndex } from './term-index';
import { type ScoredTopic, scoreTopics } from './topic-scores';
import {
  FIND_SIMILAR_WORDS,
  FIND_TOPIC_TEXTS,
  LIST_PATHOLOGY_NAMES,
  LIST_SPECIALTY_NAMES,
} from './topics.sql';

/** Of a long conversation, this many words are compared with the known ones, the latest message's first. */
const MAX_COMPARED_WORDS = 40;

/** The texts of a topic in one language. */
export type TopicTexts = z.output<typeof FIND_TOPIC_TEXTS.row>;

/** The corrections of misspelt words, by word. */
type Corrections = ReadonlyMap<string, readonly string[]>;

/** A statement gets the words of about one message. Two at once leave connections to other requests. */
const CACHED_WORDS = {
  maxBytes: 2 * 1024 * 1024,
  ttlMs: 60 * 60_000,
  maxKeys: MAX_COMPARED_WORDS,
  maxRunning: 2,
};
const CACHED_TEXTS = { maxBytes: 1024 * 1024, ttlMs: 60 * 60_000, maxKeyLength: 200 };

/** The topics of the offline assistant in the database. What was found is cached: it changes with migrations. */
@Injectable()
export class TopicCatalogue {
  private readonly corrections: CachedLookup<string[]>;
  private readonly texts = new Map<Locale, CachedLookup<TopicTexts[]>>();

  constructor(
    private readonly database: Database,
    private readonly terms: TermIndex,
  ) {
    this.corrections = new CachedLookup((words) => this.correct(words), CACHED_WORDS);
  }

  /**
   * Returns the topics of each message, best first. A term does not count if its message or a later one negates it.
   * @param messages oldest first
   * @param languages the likely languages of the messages
   */
  async findTopics(messages: readonly SearchWords[], languages: readonly Locale[]): Promise<ScoredTopic[][]> {
    const corrections = await this.findCorrections(
      messages.toReversed().flatMap(({ words }) => possibleMisspellings(words)),
    );
    // Three texts for each message: all of its words, the negated ones, and all as they are spelt.
    const texts = messages.flatMap(({ words, joined, negated }) => [
      ...[[...words, ...joined], negated].map((list) => searchText(list, corrections)),
      [...new Set([...words, ...joined])],
    ]);
    const terms = await this.terms.findTerms(texts);
    return messages.map((_, index) => {
      const isNegated = (term: FoundTerm) =>
        term.position % 3 === 1 && term.position > 3 * index && !containsNegation(term);
      const negated = new Set(terms.filter(isNegated).map(termKey));
      const spelt = new Set(terms.filter(({ position }) => position === 3 * index + 2).map(termKey));
      const affirmed = terms.filter((term) => term.position === 3 * index && !negated.has(termKey(term)));
      return scoreTopics(
        affirmed.map((term) => ({ ...term, isCorrected: !spelt.has(termKey(term)) })),
        languages,
      );
    });
  }

  /** Returns the texts of topics and of the specialties that treat them, by topic id. */
  async findTexts(ids: readonly string[], language: Locale): Promise<ReadonlyMap<string, TopicTexts>> {
    const texts = [...(await this.textsIn(language).getAll(ids)).values()].flat();
    return new Map(texts.map((topic) => [topic.id, topic]));
  }

  /** Returns the names of all specialties in alphabetical order. */
  async specialtyNames(language: Locale): Promise<string[]> {
    const rows = await this.database.rows(LIST_SPECIALTY_NAMES, { language });
    return rows.map(({ name }) => name);
  }

  /** Returns the names of some pathologies that a specialty treats. */
  async pathologyNames(specialtyCode: string, language: Locale): Promise<string[]> {
    const rows = await this.database.rows(LIST_PATHOLOGY_NAMES, { specialtyCode, language });
    return rows.map(({ name }) => name);
  }

  private async findCorrections(misspellings: readonly string[]): Promise<Corrections> {
    return this.corrections.getAll([...new Set(misspellings)].slice(0, MAX_COMPARED_WORDS));
  }

  private async correct(words: readonly string[]): Promise<string[][]> {
    const rows = await this.database.rows(FIND_SIMILAR_WORDS, { words });
    const byWord = groupBy(rows, ({ written }) => written);
    return words.map((word) =>
      correctSpelling(
        word,
        (byWord.get(word) ?? []).map(({ known }) => known),
      ),
    );
  }

  private textsIn(language: Locale): CachedLookup<TopicTexts[]> {
    const existing = this.texts.get(language);
    if (existing) return existing;
    const texts = new CachedLookup((ids) => this.findTextsIn(language, ids), CACHED_TEXTS);
    this.texts.set(language, texts);
    return texts;
  }

  /** Returns the texts of each topic and of the specialty that treats it. */
  private async findTextsIn(language: Locale, ids: readonly string[]): Promise<TopicTexts[][]> {
    const rows = await this.database.rows(FIND_TOPIC_TEXTS, { ids, language });
    const byTopic = groupBy(rows, ({ wantedBy }) => wantedBy);
    return ids.map((id) => byTopic.get(id) ?? []);
  }
}

function searchText(words: readonly string[], corrections: Corrections): string[] {
  return [...new Set(words.flatMap((word) => [word, ...(corrections.get(word) ?? [])]))];
}

/** Whether a term, such as "cannot sleep", has a negation of its own. */
function containsNegation({ term, language }: FoundTerm): boolean {
  return splitWords(term).some((word) => NEGATIONS[language].isNegation(word));
}

function termKey({ topicId, language, lexemes }: FoundTerm): string {
  return [topicId, language, ...lexemes].join(' ');
}
