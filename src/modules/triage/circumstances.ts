import { Negation } from './phrases/phrase-matcher';
import { COMMA, STOP, isPause } from './phrases/words';
import type { PhrasesFound } from './phrase-book';
import { type Mention, Persons } from './persons';
import { type Occurrence, overlap } from './phrase-finder';
import type { SignRules } from './sign-rules';
import type { DangerSign } from './signs';

/** How one language takes back what was said. */
export interface Reservations {
  readonly rules: SignRules;
  readonly negation: Negation;
  readonly mildness: Negation;
}

/** What shows, in whichever language, that somebody is concerned here and now, and who is named. */
export interface Concern {
  readonly people: readonly Occurrence[];
  readonly present: readonly Occurrence[];
  readonly mentions: readonly Mention[];
}

export function reservationsOf(rules: SignRules): Reservations {
  return {
    rules,
    negation: new Negation(rules),
    mildness: new Negation({ ...rules, negations: rules.mild.before, bareNegations: [] }),
  };
}

/** What is asked in general. */
interface Topic extends Occurrence {
  /** Whether somebody named before it, only after it, or nobody at all makes a sign of what is asked about. */
  readonly reach: 'sentence' | 'opening' | 'after' | 'whoever';
}

/** What one language says around the signs of a message: that they are absent, mild, long past, or talk of something else. */
export class Circumstances {
  /** For each place the number of its sentence. */
  private readonly sentences: readonly number[];
  private readonly startsByEnd: ReadonlyMap<number, number>;
  private readonly negatedFrom: ReadonlySet<number>;
  private readonly overFrom: ReadonlySet<number>;
  private readonly mildFrom: ReadonlySet<number>;
  private readonly figurative: readonly Occurrence[];
  private readonly topics: ReadonlyMap<number, readonly Topic[]>;
  private readonly ongoing: readonly Occurrence[];
  /** For each sentence the places where somebody is named. */
  private readonly people: ReadonlyMap<number, readonly number[]>;
  private readonly persons: Persons;
  private readonly turns: readonly number[];
  /** Also where the present is in it too. */
  private readonly pastSaid: readonly Occurrence[];
  private readonly past: readonly Occurrence[];
  private readonly elsewhere: readonly Occurrence[];
  private readonly isNow: boolean;
  private readonly unmeant: readonly Occurrence[];
  private readonly unhurried: readonly Occurrence[];
  private readonly laughter: readonly Occurrence[];
  private readonly isJest: boolean;
  private readonly resolved: readonly Occurrence[];

  constructor(
    private readonly words: readonly string[],
    found: PhrasesFound,
    private readonly reservations: Reservations & Concern,
  ) {
    const { rules } = reservations;
    let sentence = 0;
    this.sentences = words.map((word) => (word === STOP ? (sentence += 1) : sentence));
    this.startsByEnd = new Map(
      found
        .all()
        .sort((a, b) => b.start - a.start)
        .map(({ start, end }) => [end, start]),
    );
    const starts = (phrases: readonly string[]) => new Set(found.ofAny(phrases).map(({ start }) => start));
    this.negatedFrom = starts(rules.negationsAfter);
    this.overFrom = starts(rules.over.phrases);
    this.mildFrom = starts(rules.mild.after);
    this.figurative = found.ofAny(rules.figurative);
    const topics = (phrases: readonly string[], reach: Topic['reach']) =>
      found.ofAny(phrases).map((topic) => ({ ...topic, reach }));
    this.topics = this.bySentence([
      ...topics(rules.topics, 'sentence'),
      ...topics(rules.questionOpenings, 'opening').filter(({ start }) => this.isBeginning(start)),
      ...topics(rules.questions, 'after'),
      ...topics(rules.prevention, 'whoever'),
    ]);
    this.ongoing = found.ofAny(rules.ongoing);
    const people = this.bySentence(reservations.people);
    this.people = new Map([...people].map(([of, named]) => [of, named.map(({ start }) => start)]));
    this.persons = new Persons(words, reservations);
    this.turns = found.ofAny(rules.turns).map(({ start }) => start);
    // "Not well now" is not over.
    this.pastSaid = found.ofAny(rules.past).filter((one) => !this.denies(one));
    this.past = this.longAgo();
    const isUrgent = found.ofAny(rules.urgent).length > 0;
    this.elsewhere = isUrgent ? [] : found.ofAny(rules.elsewhere);
    this.isNow = isUrgent || reservations.present.length > 0;
    this.unmeant = found.ofAny(rules.unmeant).filter((one) => !this.denies(one));
    this.unhurried = found.ofAny(rules.unhurried);
    this.laughter = this.isNow ? [] : found.ofAny(rules.laughter);
    this.isJest = found.ofAny(rules.jests).length > 0;
    this.resolved = isUrgent ? [] : this.stillResolved(found.ofAny(rules.resolved));
  }

  /** Whether it is said before this that it is not so. */
  denies({ start }: Occurrence): boolean {
    return this.reservations.negation.governs(this.words, start, this.startsByEnd);
  }

  /** Whether this, said of a sign, is no danger now. */
  excuses(occurrence: Occurrence, sign: DangerSign): boolean {
    return (
      this.isElsewhere(occurrence, sign) ||
      this.past.some(
        (past) => this.isOneClause(past, occurrence) && !this.persons.isOfAnother(past, occurrence),
      ) ||
      this.figurative.some((other) => overlap(occurrence, other)) ||
      this.isTopical(occurrence, sign) ||
      this.followedBy(this.negatedFrom, occurrence.end) ||
      this.isOver(occurrence, sign) ||
      this.isMild(occurrence, sign)
    );
  }

  /**
   * Whether what is said is about lessons, news or animals. Somebody who is named after that is concerned all the same
   * ("our dog died, and my son is convulsing"), and so is whoever wants to die.
   */
  private isElsewhere({ start, end }: Occurrence, sign: DangerSign): boolean {
    if (sign === 'selfHarm') return false;
    if (this.isUnserious({ start, end })) return true;
    if (this.isLaughedAt({ start, end })) return true;
    const sentence = this.sentenceAt(start);
    // "My wife is bleeding, the baby is fine": that is another person, who need not be one of `people`.
    const isOfSame = ({ start: from }: Occurrence) => start < from && !this.isAfterComma(start, [from]);
    const takesBack = (one: Occurrence) => isOfSame(one) && this.isOneClause(one, { start });
    if (this.resolved.some((one) => takesBack(one) && !this.persons.isOfAnother(one, { start, end })))
      return true;
    // "My cow" names nobody.
    const isSomebody = (place: number) => place < start && !this.elsewhere.some((one) => covers(one, place));
    const named = Math.max(-1, ...(this.people.get(sentence) ?? []).filter(isSomebody));
    return this.elsewhere.some((other) => {
      if (this.sentenceAt(other.start) !== sentence) return named < 0;
      return this.isOneClause(other, { start }) && named < other.start && (named < 0 || other.start < start);
    });
  }

  /**
   * Whether nothing happened, or nobody is in a hurry. "In the play, the girl takes poison" is set by what comes first; a
   * question after it, or before it and a pause, leaves the sign of somebody who is named as it is.
   */
  private isUnserious(sign: Occurrence): boolean {
    if (this.isNow) return false;
    const counts = (one: Occurrence) => this.isOneClause(one, sign);
    const aside = this.aside(sign);
    return [...this.unmeant, ...this.unhurried].some((one) => counts(one) && !aside.includes(one));
  }

  private aside(sign: Occurrence): Occurrence[] {
    const { persons } = this;
    return [
      ...this.unmeant.filter((one) => one.start >= sign.start && persons.isAside(one, sign, true)),
      ...this.unhurried.filter((one) => persons.isAside(one, sign, false)),
    ].filter((one) => this.isOneClause(one, sign));
  }

  /** Those who are ill laugh too, or choose the wrong face: laughter counts where it has another reason, or nobody is named. */
  private isLaughedAt({ start, end }: Occurrence): boolean {
    if (!this.laughter.some((one) => this.isOneClause(one, { start }))) return false;
    const named = this.people.get(this.sentenceAt(start)) ?? [];
    return (
      this.isJest ||
      !(named.some((place) => place < end) || this.persons.isAnyNamed(this.sentenceStart(start), end))
    );
  }

  /** Whether two things are said in one sentence, which does not turn to something else between them. */
  private isOneClause(one: Pick<Occurrence, 'start'>, other: Pick<Occurrence, 'start'>): boolean {
    if (this.sentenceAt(one.start) !== this.sentenceAt(other.start)) return false;
    const [first, second] = one.start < other.start ? [one.start, other.start] : [other.start, one.start];
    return !this.turns.some((turn) => turn > first && turn <= second);
  }

  /**
   * What would make a sign look harmless beside it and does not take it back: another person is well, or a question that may
   * be a general one asks about what goes on now. Something that does take back one part of a sign is `harmless`.
   */
  around(sign: Occurrence): ReadonlySet<'despite' | 'harmless'> {
    const sentence = this.sentenceAt(sign.start);
    const beside = [...this.pastSaid, ...this.resolved].filter(
      (one) => this.sentenceAt(one.start) === sentence,
    );
    const isAsked = this.topics.has(sentence) && this.isOngoing(sign);
    const isAside = this.aside(sign).length > 0;
    return new Set([
      ...beside.map((one) =>
        this.persons.isOfAnother(one, sign) ? ('despite' as const) : ('harmless' as const),
      ),
      ...(isAsked || isAside ? ['despite' as const] : []),
    ]);
  }

  private isOngoing({ start }: Pick<Occurrence, 'start'>): boolean {
    return this.ongoing.some((now) => this.isOneClause(now, { start }));
  }

  /** What is said of the present after it leaves nothing over. */
  private stillResolved(resolved: readonly Occurrence[]): Occurrence[] {
    const lastPresent = Math.max(-1, ...this.reservations.present.map(({ start }) => start));
    return resolved.filter(({ end }) => end > lastPresent);
  }

  private isOver({ end }: Occurrence, sign: DangerSign): boolean {
    return this.reservations.rules.over.signs.includes(sign) && this.followedBy(this.overFrom, end);
  }

  private isMild({ start, end }: Occurrence, sign: DangerSign): boolean {
    const { rules, mildness } = this.reservations;
    if (!rules.mild.signs.includes(sign)) return false;
    return mildness.governs(this.words, start, this.startsByEnd) || this.followedBy(this.mildFrom, end);
  }

  private isTopical({ start, end }: Occurrence, sign: DangerSign): boolean {
    const sentence = this.sentenceAt(start);
    const topics = this.topics.get(sentence);
    if (!topics) return false;
    // "Is it normal to bleed like this, I gave birth 3 hours ago" asks about somebody who bleeds.
    if (this.isOngoing({ start })) return false;
    const people = this.people.get(sentence) ?? [];
    const first = Math.min(Infinity, ...people);
    const last = Math.max(-1, ...people.filter((place) => place < end));
    return topics.some((topic) => {
      // "Which way to die is quick?" is no general question.
      if (topic.reach === 'opening' && (topic.start >= end || sign === 'selfHarm')) return false;
      if (topic.start >= end) return first >= topic.start;
      if (!this.isOneClause(topic, { start })) return false;
      if (topic.reach === 'opening' && this.isAfterComma(topic.end, [start])) return false;
      if (topic.reach === 'whoever')
        return !this.isAfterComma(
          topic.end,
          people.filter((place) => place < end),
        );
      return topic.reach === 'after' ? last < topic.end : first >= end;
    });
  }

  /** Whether one of the places comes after a comma: "no specialist here, my baby has a fever". */
  private isAfterComma(start: number, places: readonly number[]): boolean {
    const comma = this.words.indexOf(COMMA, start);
    return comma >= 0 && places.some((place) => place > comma);
  }

  private followedBy(starts: ReadonlySet<number>, end: number): boolean {
    for (let place = end; place < this.words.length; place += 1) {
      if (starts.has(place)) return true;
      if (!this.reservations.rules.negatedAfterThrough.includes(this.words[place] ?? STOP)) return false;
    }
    return false;
  }

  private longAgo(): Occurrence[] {
    const past = this.pastSaid;
    // "I am fine now" says nothing of the present but that it is all over.
    const present = this.reservations.present.filter((one) => !past.some((other) => overlap(one, other)));
    return past.filter((then) => !present.some((now) => this.isOneClause(then, now)));
  }

  private bySentence<Found extends Occurrence>(occurrences: readonly Found[]): Map<number, Found[]> {
    const sentences = new Map<number, Found[]>();
    for (const occurrence of occurrences) {
      const sentence = this.sentenceAt(occurrence.start);
      const others = sentences.get(sentence);
      if (others) others.push(occurrence);
      else sentences.set(sentence, [occurrence]);
    }
    return sentences;
  }

  private isBeginning(place: number): boolean {
    return isPause(this.words[place - 1] ?? STOP);
  }

  private sentenceStart(place: number): number {
    return this.words.lastIndexOf(STOP, place) + 1;
  }

  private sentenceAt(place: number): number {
    return this.sentences[place] ?? 0;
  }
}

function covers({ start, end }: Occurrence, place: number): boolean {
  return start <= place && place < end;
}
