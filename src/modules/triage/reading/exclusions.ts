import { groupBy } from '../../../shared/groups';
import { Negation } from '../phrases/negation';
import { type Occurrence, overlap } from '../phrases/phrase-finder';
import { COMMA, isPunctuation, SENTENCE_END } from '../../../shared/words';
import type { DangerSign } from '../signs/danger-sign';
import type { SignRules } from '../signs/sign-rules';
import { type Mention, PersonMentions } from './person-mentions';
import type { FoundPhrases } from './phrase-book';

/** The rules and words with which one language excludes signs. */
export interface ExclusionRules {
  readonly rules: SignRules;
  readonly negation: Negation;
  readonly mildness: Negation;
}

/** References to persons and to the present, in all languages of the message. */
export interface References {
  readonly people: readonly Occurrence[];
  readonly present: readonly Occurrence[];
  readonly mentions: readonly Mention[];
}

export function createExclusionRules(rules: SignRules): ExclusionRules {
  return {
    rules,
    negation: new Negation(rules),
    mildness: new Negation({ ...rules, negations: rules.mild.before, bareNegations: [] }),
  };
}

/** A general question, by the field of the rule file that contains it. */
interface Topic extends Occurrence {
  readonly kind: 'topic' | 'opening' | 'question' | 'prevention';
}

/** The phrases of one language that may exclude the signs in a message: negated, mild, past, figurative or general. */
export class Exclusions {
  private readonly sentenceByPosition: readonly number[];
  private readonly startsByEnd: ReadonlyMap<number, number>;
  private readonly negationStarts: ReadonlySet<number>;
  private readonly overStarts: ReadonlySet<number>;
  private readonly mildStarts: ReadonlySet<number>;
  private readonly figurative: readonly Occurrence[];
  private readonly topicsBySentence: ReadonlyMap<number, readonly Topic[]>;
  private readonly ongoing: readonly Occurrence[];
  private readonly peopleBySentence: ReadonlyMap<number, readonly number[]>;
  private readonly persons: PersonMentions;
  private readonly turns: readonly number[];
  private readonly past: readonly Occurrence[];
  /** Without the past in clauses that also refer to the present. */
  private readonly distantPast: readonly Occurrence[];
  private readonly elsewhere: readonly Occurrence[];
  private readonly isNow: boolean;
  private readonly unmeant: readonly Occurrence[];
  private readonly unhurried: readonly Occurrence[];
  private readonly laughter: readonly Occurrence[];
  private readonly isJest: boolean;
  private readonly resolved: readonly Occurrence[];

  constructor(
    private readonly words: readonly string[],
    found: FoundPhrases,
    private readonly input: ExclusionRules & References,
  ) {
    const { rules } = input;
    let sentence = 0;
    this.sentenceByPosition = words.map((word) => (word === SENTENCE_END ? (sentence += 1) : sentence));
    this.startsByEnd = new Map(
      found
        .all()
        .sort((a, b) => b.start - a.start)
        .map(({ start, end }) => [end, start]),
    );
    const startsOf = (phrases: readonly string[]) => new Set(found.ofAny(phrases).map(({ start }) => start));
    this.negationStarts = startsOf(rules.negationsAfter);
    this.overStarts = startsOf(rules.over.phrases);
    this.mildStarts = startsOf(rules.mild.after);
    this.figurative = found.ofAny(rules.figurative);
    const findTopics = (phrases: readonly string[], kind: Topic['kind']) =>
      found.ofAny(phrases).map((topic) => ({ ...topic, kind }));
    this.topicsBySentence = this.groupBySentence([
      ...findTopics(rules.topics, 'topic'),
      ...findTopics(rules.questionOpenings, 'opening').filter(({ start }) => this.isClauseStart(start)),
      ...findTopics(rules.questions, 'question'),
      ...findTopics(rules.prevention, 'prevention'),
    ]);
    this.ongoing = found.ofAny(rules.ongoing);
    const people = this.groupBySentence(input.people);
    this.peopleBySentence = new Map([...people].map(([key, of]) => [key, of.map(({ start }) => start)]));
    this.persons = new PersonMentions(words, input);
    this.turns = found.ofAny(rules.turns).map(({ start }) => start);
    // "Not well now" is no recovery.
    this.past = found.ofAny(rules.past).filter((one) => !this.isNegated(one));
    this.distantPast = this.findDistantPast();
    const isUrgent = found.ofAny(rules.urgent).length > 0;
    this.elsewhere = isUrgent ? [] : found.ofAny(rules.elsewhere);
    this.isNow = isUrgent || input.present.length > 0;
    this.unmeant = found.ofAny(rules.unmeant).filter((one) => !this.isNegated(one));
    this.unhurried = found.ofAny(rules.unhurried);
    this.laughter = this.isNow ? [] : found.ofAny(rules.laughter);
    this.isJest = found.ofAny(rules.jests).length > 0;
    this.resolved = isUrgent ? [] : this.removeBeforePresent(found.ofAny(rules.resolved));
  }

  /** Returns whether a negation before the phrase applies to it. */
  isNegated({ start }: Occurrence): boolean {
    return this.input.negation.isInScope(this.words, start, this.startsByEnd);
  }

  /** Returns whether a phrase of a sign is excluded for any other reason than a negation before it. */
  isExcluded(occurrence: Occurrence, sign: DangerSign): boolean {
    return (
      this.isElsewhere(occurrence, sign) ||
      this.distantPast.some(
        (past) => this.isSameClause(past, occurrence) && !this.persons.concernsAnother(past, occurrence),
      ) ||
      this.figurative.some((other) => overlap(occurrence, other)) ||
      this.isGeneralQuestion(occurrence, sign) ||
      this.isFollowedBy(this.negationStarts, occurrence.end) ||
      this.isOver(occurrence, sign) ||
      this.isMild(occurrence, sign)
    );
  }

  /**
   * Returns whether the message is a joke, describes a recovery, or is about lessons, news or animals. A person mentioned
   * after these is still concerned ("our dog died, and my son is convulsing"). A wish to die is never excluded.
   */
  private isElsewhere({ start, end }: Occurrence, sign: DangerSign): boolean {
    if (sign === 'selfHarm') return false;
    if (this.isUnmeantOrUnhurried({ start, end })) return true;
    if (this.isJoke({ start, end })) return true;
    const sentence = this.getSentence(start);
    // A recovery after a comma is another person's, mentioned or not: "my wife is bleeding, the baby is fine".
    const canExclude = (one: Occurrence) =>
      start < one.start && !this.isAfterComma(start, [one.start]) && this.isSameClause(one, { start });
    if (this.resolved.some((one) => canExclude(one) && !this.persons.concernsAnother(one, { start, end })))
      return true;
    // "My cow" refers to no person.
    const isPerson = (position: number) =>
      position < start && !this.elsewhere.some((one) => one.start <= position && position < one.end);
    const lastPerson = Math.max(-1, ...(this.peopleBySentence.get(sentence) ?? []).filter(isPerson));
    return this.elsewhere.some((other) => {
      if (this.getSentence(other.start) !== sentence) return lastPerson < 0;
      return (
        this.isSameClause(other, { start }) &&
        lastPerson < other.start &&
        (lastPerson < 0 || other.start < start)
      );
    });
  }

  private isUnmeantOrUnhurried(sign: Occurrence): boolean {
    if (this.isNow) return false;
    const asides = this.findAsides(sign);
    return [...this.unmeant, ...this.unhurried].some(
      (one) => this.isSameClause(one, sign) && !asides.includes(one),
    );
  }

  /**
   * Returns the phrases beside a sign that do not exclude it, because the sign has its own subject. What is unmeant does
   * exclude a sign after it: "in the play, the girl takes poison".
   */
  private findAsides(sign: Occurrence): Occurrence[] {
    const { persons } = this;
    return [
      ...this.unmeant.filter((one) => one.start >= sign.start && persons.isAside(one, sign, true)),
      ...this.unhurried.filter((one) => persons.isAside(one, sign, false)),
    ].filter((one) => this.isSameClause(one, sign));
  }

  /** Returns whether laughter excludes a sign. Ill people laugh too, so it needs a jest, or a sign without a person. */
  private isJoke({ start, end }: Occurrence): boolean {
    if (!this.laughter.some((one) => this.isSameClause(one, { start }))) return false;
    const people = this.peopleBySentence.get(this.getSentence(start)) ?? [];
    if (this.isJest) return true;
    const sentenceStart = this.getSentenceStart(start);
    return !(people.some((position) => position < end) || this.persons.hasMention(sentenceStart, end));
  }

  /** Returns whether two phrases are in the same sentence, without a word such as "but" between them. */
  private isSameClause(one: Pick<Occurrence, 'start'>, other: Pick<Occurrence, 'start'>): boolean {
    if (this.getSentence(one.start) !== this.getSentence(other.start)) return false;
    const [first, second] = one.start < other.start ? [one.start, other.start] : [other.start, one.start];
    return !this.turns.some((turn) => turn > first && turn <= second);
  }

  /**
   * Checks the phrases beside a sign. `excluded`: one of them excludes a part of the sign. `rejected`: one looks like an
   * exclusion, but concerns another person or asks about what is happening now.
   */
  checkBeside(sign: Occurrence): ReadonlySet<'excluded' | 'rejected'> {
    const sentence = this.getSentence(sign.start);
    const beside = [...this.past, ...this.resolved].filter((one) => this.getSentence(one.start) === sentence);
    const isOngoingQuestion = this.topicsBySentence.has(sentence) && this.isOngoing(sign);
    const hasAside = this.findAsides(sign).length > 0;
    return new Set([
      ...beside.map((one) =>
        this.persons.concernsAnother(one, sign) ? ('rejected' as const) : ('excluded' as const),
      ),
      ...(isOngoingQuestion || hasAside ? ['rejected' as const] : []),
    ]);
  }

  private isOngoing({ start }: Pick<Occurrence, 'start'>): boolean {
    return this.ongoing.some((one) => this.isSameClause(one, { start }));
  }

  /** Removes recoveries that a reference to the present follows. */
  private removeBeforePresent(resolved: readonly Occurrence[]): Occurrence[] {
    const lastPresent = Math.max(-1, ...this.input.present.map(({ start }) => start));
    return resolved.filter(({ end }) => end > lastPresent);
  }

  private isOver({ end }: Occurrence, sign: DangerSign): boolean {
    return this.input.rules.over.signs.includes(sign) && this.isFollowedBy(this.overStarts, end);
  }

  private isMild({ start, end }: Occurrence, sign: DangerSign): boolean {
    const { rules, mildness } = this.input;
    if (!rules.mild.signs.includes(sign)) return false;
    return mildness.isInScope(this.words, start, this.startsByEnd) || this.isFollowedBy(this.mildStarts, end);
  }

  private isGeneralQuestion({ start, end }: Occurrence, sign: DangerSign): boolean {
    const sentence = this.getSentence(start);
    const topics = this.topicsBySentence.get(sentence);
    if (!topics) return false;
    // "Is it normal to bleed like this, I gave birth 3 hours ago" is about a person who is bleeding.
    if (this.isOngoing({ start })) return false;
    const people = this.peopleBySentence.get(sentence) ?? [];
    const firstPerson = Math.min(Infinity, ...people);
    const peopleBefore = people.filter((position) => position < end);
    return topics.some((topic) => {
      // "Which way to die is quick?" is no general question.
      if (topic.kind === 'opening' && (topic.start >= end || sign === 'selfHarm')) return false;
      if (topic.start >= end) return firstPerson >= topic.start;
      if (!this.isSameClause(topic, { start })) return false;
      if (topic.kind === 'opening' && this.isAfterComma(topic.end, [start])) return false;
      if (topic.kind === 'prevention') return !this.isAfterComma(topic.end, peopleBefore);
      return topic.kind === 'question' ? Math.max(-1, ...peopleBefore) < topic.end : firstPerson >= end;
    });
  }

  /** Returns whether one of the positions is after the first comma: "no specialist here, my baby has a fever". */
  private isAfterComma(start: number, positions: readonly number[]): boolean {
    const comma = this.words.indexOf(COMMA, start);
    return comma >= 0 && positions.some((position) => position > comma);
  }

  private isFollowedBy(starts: ReadonlySet<number>, end: number): boolean {
    for (let position = end; position < this.words.length; position += 1) {
      if (starts.has(position)) return true;
      const word = this.words[position] ?? SENTENCE_END;
      if (!this.input.rules.negatedAfterThrough.includes(word)) return false;
    }
    return false;
  }

  private findDistantPast(): Occurrence[] {
    // "I am fine now" refers to the present only to say that all is over.
    const present = this.input.present.filter((one) => !this.past.some((other) => overlap(one, other)));
    return this.past.filter((then) => !present.some((now) => this.isSameClause(then, now)));
  }

  private groupBySentence<Found extends Occurrence>(occurrences: readonly Found[]): Map<number, Found[]> {
    return groupBy(occurrences, ({ start }) => this.getSentence(start));
  }

  private isClauseStart(position: number): boolean {
    return isPunctuation(this.words[position - 1] ?? SENTENCE_END);
  }

  private getSentenceStart(position: number): number {
    return this.words.lastIndexOf(SENTENCE_END, position) + 1;
  }

  private getSentence(position: number): number {
    return this.sentenceByPosition[position] ?? 0;
  }
}
