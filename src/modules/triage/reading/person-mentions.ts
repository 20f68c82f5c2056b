import { type Occurrence, overlap } from '../phrases/phrase-finder';
import { isPunctuation } from '../../../shared/words';
import type { Person } from '../signs/danger-sign';

/** The number of earlier mentions that a mention is compared with, which bounds the time for a long message. */
const MAX_COMPARED_MENTIONS = 20;
/** A mention with more candidates is a pronoun. */
const MAX_CANDIDATES_OF_NOUN = 6;
/** Maximum distances, in words. */
const MAX_SUBJECT_TO_EXCLUSION = 1;
const MAX_CLAUSE_START_TO_SUBJECT = 3;
const MAX_SIGN_TO_OBJECT = 1;
const MAX_PERSON_TO_POSSESSOR = 2;

/** A mention of a person, with the persons that it may refer to: "the woman" may be the wife or the aunt. */
export interface Mention extends Occurrence {
  readonly candidates: ReadonlySet<Person>;
}

/**
 * The persons that a message mentions, to find out whom a phrase concerns. Each method looks at few mentions, because a long
 * message has many.
 */
export class PersonMentions {
  private readonly mentions: readonly Mention[];
  /** By position: the number of mentions that begin before it. */
  private readonly mentionsBefore: readonly number[];
  /** By position: the start of its clause. */
  private readonly clauseStarts: readonly number[];
  private readonly presentStarts: ReadonlySet<number>;

  /** @param references with the mentions in any order */
  constructor(
    private readonly words: readonly string[],
    references: { mentions: readonly Mention[]; present: readonly Occurrence[] },
  ) {
    this.mentions = resolveMentions(references.mentions);
    this.presentStarts = new Set(references.present.map(({ start }) => start));
    let count = 0;
    let clauseStart = 0;
    this.mentionsBefore = [...words, ''].map((_, position) => {
      while ((this.mentions[count]?.start ?? Infinity) < position) count += 1;
      return count;
    });
    this.clauseStarts = words.map((word, position) => {
      const start = clauseStart;
      if (isPunctuation(word)) clauseStart = position + 1;
      return start;
    });
  }

  hasMention(from: number, to: number): boolean {
    return (this.mentionsBefore[to] ?? 0) > (this.mentionsBefore[from] ?? 0);
  }

  /** Returns whether a sign has a subject apart from the phrase: "my wife is bleeding, which food is good?" */
  isAside({ start, end }: Occurrence, sign: Occurrence, needsPunctuation: boolean): boolean {
    const isFirst = start < sign.start;
    const between = isFirst ? this.words.slice(end, sign.start) : this.words.slice(sign.end, start);
    if ((isFirst || needsPunctuation) && !between.some(isPunctuation)) return false;
    const clause = isFirst
      ? end + between.findLastIndex(isPunctuation)
      : (this.clauseStarts[sign.start] ?? 0);
    return this.hasMention(clause, sign.end);
  }

  /** Returns whether an exclusion concerns another person than the sign: "my wife is bleeding, the baby is fine now". */
  concernsAnother(exclusion: Occurrence, sign: Occurrence): boolean {
    if (overlap(exclusion, sign)) return false;
    const subject = this.findSubject(exclusion, sign);
    if (!subject) return false;
    const { persons, object } = this.findConcerned(sign, exclusion);
    const concerned = [...persons, ...object];
    // In "the baby is fine now, my wife is bleeding", the sign's own person follows the exclusion's subject.
    if (exclusion.start < sign.start && concerned.every(({ start }) => start <= subject.start)) return false;
    // "Heavy bleeding after delivery, baby is fine now" concerns another; "drank bleach, he is fine now" the same person.
    if (concerned.length === 0) return isNamedOther(subject);
    const isSubject = (mention: Mention) => canBeSame(mention, subject);
    return !(object.every(isSubject) && (persons.length === 0 || persons.some(isSubject)));
  }

  /** Returns the subject of an exclusion, or undefined if it has none of its own. */
  private findSubject({ start, end }: Occurrence, sign: Occurrence): Mention | undefined {
    const position = this.presentStarts.has(start) ? end : start + 1;
    const last = this.mentions[(this.mentionsBefore[position] ?? 0) - 1];
    if (!last || (sign.start < start && last.start < sign.end)) return undefined;
    const isSubject = this.isNear(last.end, start, MAX_SUBJECT_TO_EXCLUSION) || this.isAtClauseStart(last);
    return isSubject ? last : undefined;
  }

  private isNear(end: number, start: number, maxDistance: number): boolean {
    return end + maxDistance >= start && !this.words.slice(end, start).some(isPunctuation);
  }

  /** Returns whether a mention begins a clause, also after words such as "and my". */
  private isAtClauseStart({ start }: Mention): boolean {
    const before = this.words.slice(Math.max(0, start - MAX_CLAUSE_START_TO_SUBJECT), start);
    return before.some(isPunctuation) || start <= 1;
  }

  /**
   * Returns the persons a sign concerns: the last one mentioned before it, with the possessor ("the baby of my friend"), and
   * its object ("a snake bit my brother").
   */
  private findConcerned(sign: Occurrence, exclusion: Occurrence): { persons: Mention[]; object: Mention[] } {
    const last = (this.mentionsBefore[sign.end] ?? 0) - 1;
    const persons = this.mentions.slice(Math.max(0, last), last + 1);
    for (let index = last - 1; index >= 0; index -= 1) {
      const [mention, next] = [this.mentions[index], this.mentions[index + 1]];
      if (!mention || !next || !this.isNear(mention.end, next.start, MAX_PERSON_TO_POSSESSOR)) break;
      if (exclusion.start >= mention.start && exclusion.start < next.start) break;
      persons.unshift(mention);
    }
    const after = this.mentions[last + 1];
    const isObject = after && this.isNear(sign.end, after.start, MAX_SIGN_TO_OBJECT);
    return { persons, object: isObject ? [after] : [] };
  }
}

/**
 * Returns the mentions in the order of the message, each with the candidates it shares with the last matching mention
 * before: in "my wife … she", both are the wife. Mentions at the same position are merged first.
 */
function resolveMentions(mentions: readonly Mention[]): Mention[] {
  const merged = new Map<number, { start: number; end: number; candidates: Set<Person> }>();
  for (const { start, end, candidates } of mentions) {
    const mention = merged.get(start) ?? { start, end, candidates: new Set() };
    mention.end = Math.max(mention.end, end);
    for (const person of candidates) mention.candidates.add(person);
    merged.set(start, mention);
  }
  const resolved: Mention[] = [];
  for (const mention of [...merged.values()].sort((one, other) => one.start - other.start)) {
    const antecedent = resolved.slice(-MAX_COMPARED_MENTIONS).findLast((other) => canBeSame(mention, other));
    const shared = [...mention.candidates].filter((one) => !antecedent || antecedent.candidates.has(one));
    resolved.push({ ...mention, candidates: new Set(shared) });
  }
  return resolved;
}

function canBeSame(one: Mention, other: Mention): boolean {
  return [...one.candidates].some((person) => other.candidates.has(person));
}

/** Returns whether a mention is a noun such as "baby", no pronoun, and not the writer. */
function isNamedOther({ candidates }: Mention): boolean {
  return candidates.size <= MAX_CANDIDATES_OF_NOUN && !candidates.has('self');
}
