import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../../../platform/database/database';
import type { Locale } from '../../../../shared/locale';
import { splitWords } from '../../../../shared/words';
import { NEGATIONS } from './questions';
import { type SearchWords, correctSpelling, possibleMisspellings } from './search-words';
import { type FoundTerm, type ScoredTopic, scoreTopics } from './topic-scores';
import {
  FIND_SIMILAR_WORDS,
  FIND_TERMS_IN_TEXTS,
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

/** The topics of the offline assistant in the database. */
@Injectable()
export class TopicCatalogue {
  constructor(private readonly database: Database) {}

  /**
   * Returns the topics of each message, best first, with two statements. A term does not count if its message or a later one
   * negates it.
   * @param messages oldest first
   * @param languages the likely languages of the messages
   */
  async findTopics(messages: readonly SearchWords[], languages: readonly Locale[]): Promise<ScoredTopic[][]> {
    const corrections = await this.findCorrections(
      messages.toReversed().flatMap(({ words }) => possibleMisspellings(words)),
    );
    // Two texts for each message: all of its words, then the negated ones.
    const texts = messages.flatMap(({ words, joined, negated }) =>
      [[...words, ...joined], negated].map((list) => searchText(list, corrections)),
    );
    const positions = texts.map((_, position) => position);
    const terms = await this.database.rows(FIND_TERMS_IN_TEXTS, { positions, texts });
    return messages.map((_, index) => {
      const isNegated = (term: FoundTerm) =>
        term.position % 2 === 1 && term.position > 2 * index && !containsNegation(term);
      const negated = new Set(terms.filter(isNegated).map(termKey));
      const affirmed = terms.filter((term) => term.position === 2 * index && !negated.has(termKey(term)));
      return scoreTopics(affirmed, languages);
    });
  }

  /** Returns the texts of topics and of the specialties that treat them, by topic id. */
  async findTexts(ids: readonly string[], language: Locale): Promise<ReadonlyMap<string, TopicTexts>> {
    const rows = await this.database.rows(FIND_TOPIC_TEXTS, { ids, language });
    return new Map(rows.map((topic) => [topic.id, topic]));
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
    const words = [...new Set(misspellings)].slice(0, MAX_COMPARED_WORDS);
    if (words.length === 0) return new Map();
    const rows = await this.database.rows(FIND_SIMILAR_WORDS, { words });
    return new Map(
      words.map((word) => {
        const similar = rows.filter(({ written }) => written === word).map(({ known }) => known);
        return [word, correctSpelling(word, similar)];
      }),
    );
  }
}

function searchText(words: readonly string[], corrections: Corrections): string {
  return [...new Set(words.flatMap((word) => [word, ...(corrections.get(word) ?? [])]))].join(' ');
}

/** Whether a term, such as "cannot sleep", has a negation of its own. */
function containsNegation({ term, language }: FoundTerm): boolean {
  return splitWords(term).some((word) => NEGATIONS[language].isNegation(word));
}

function termKey({ topicId, language, lexemes }: FoundTerm): string {
  return [topicId, language, ...lexemes].join(' ');
}
