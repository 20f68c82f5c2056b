import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Locale } from '../../../../shared/locale';
import { wordsOf } from '../../../triage';
import { NEGATIONS } from './questions';
import { doubtfulWords, meantWords, type SearchWords } from './search-words';
import { type FoundTerm, type ScoredTopic, scoreTopics } from './topic-scores';
import {
  PATHOLOGY_NAMES,
  SIMILAR_WORDS,
  SPECIALTY_NAMES,
  TERMS_IN_MESSAGES,
  TOPIC_TEXTS,
} from './topics.sql';

/** Of a long conversation these many words are compared with those that are known, the latest message's first. */
const MOST_DOUBTFUL = 40;

/** A topic in the language of a reply. */
export interface DescribedTopic {
  readonly id: string;
  readonly kind: 'specialty' | 'pathology';
  /** Of the specialty that it is, or that cares for it. */
  readonly specialtyCode: string;
  readonly name: string;
  /** Null where only the name is known. */
  readonly about: string | null;
  readonly advice: string | null;
  readonly prevention: string | null;
}

/** The topics that the offline assistant knows, searched by PostgreSQL. */
@Injectable()
export class TopicCatalogue {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * What messages are about, best first, message by message; two statements, however many messages. A term counts only
   * while neither its message nor a later one takes it back.
   * @param messages oldest first
   * @param languages in which they are written, as far as that is known
   */
  async topicsOf(messages: readonly SearchWords[], languages: readonly Locale[]): Promise<ScoredTopic[][]> {
    const meant = await this.meantBy(messages.toReversed().flatMap(({ said }) => doubtfulWords(said)));
    const texts = messages.flatMap(({ said, joined, denied }) =>
      [[...said, ...joined], denied].map((words) => spelt(words, meant)),
    );
    const found = await this.dataSource.query<FoundTerm[]>(TERMS_IN_MESSAGES, [
      texts.map((_, place) => place),
      texts,
    ]);
    return messages.map((_, index) => {
      const isTakenBack = (term: FoundTerm) =>
        term.place % 2 === 1 && term.place > 2 * index && !saysNo(term);
      const denied = new Set(found.filter(isTakenBack).map(identityOf));
      const said = found.filter((term) => term.place === 2 * index && !denied.has(identityOf(term)));
      return scoreTopics(said, languages);
    });
  }

  /** What is said of topics and of the specialties that care for them, by id. */
  async describe(ids: readonly string[], language: Locale): Promise<ReadonlyMap<string, DescribedTopic>> {
    const rows = await this.dataSource.query<DescribedTopic[]>(TOPIC_TEXTS, [ids, language]);
    return new Map(rows.map((topic) => [topic.id, topic]));
  }

  /** The names of all specialties, in alphabetical order. */
  async specialtyNames(language: Locale): Promise<string[]> {
    const rows = await this.dataSource.query<{ name: string }[]>(SPECIALTY_NAMES, [language]);
    return rows.map(({ name }) => name);
  }

  /** Some of what a specialty cares for. */
  async pathologyNames(specialtyCode: string, language: Locale): Promise<string[]> {
    const rows = await this.dataSource.query<{ name: string }[]>(PATHOLOGY_NAMES, [specialtyCode, language]);
    return rows.map(({ name }) => name);
  }

  private async meantBy(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    if (words.length === 0) return new Map();
    const rows = await this.dataSource.query<{ written: string; known: string }[]>(SIMILAR_WORDS, [
      [...new Set(words)].slice(0, MOST_DOUBTFUL),
    ]);
    const written = [...new Set(rows.map((row) => row.written))];
    return new Map(
      written.map((word) => {
        const similar = rows.filter((row) => row.written === word).map(({ known }) => known);
        return [word, meantWords(word, similar)];
      }),
    );
  }
}

function spelt(words: readonly string[], meant: ReadonlyMap<string, readonly string[]>): string {
  return [...new Set(words.flatMap((word) => [word, ...(meant.get(word) ?? [])]))].join(' ');
}

/** "Cannot sleep" is not taken back by its own "not". */
function saysNo({ term, language }: FoundTerm): boolean {
  return wordsOf(term).some((word) => NEGATIONS[language].isNegation(word));
}

function identityOf({ topicId, language, lexemes }: FoundTerm): string {
  return [topicId, language, ...lexemes].join(' ');
}
