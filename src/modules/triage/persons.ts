import { isPause } from './phrases/words';
import { type Occurrence, overlap } from './phrase-finder';
import type { Person } from './signs';

/** Who is meant by a word is looked for among so many mentions before it. */
const MOST_LOOKED_BACK = 20;

/** A word for more persons is a pronoun. */
const MOST_NAMED = 6;

/** Words between a person and what is said of them, a clause's beginning and the person, a sign and its object, a child and whose it is. */
const FURTHEST_SUBJECT = 1;
const FURTHEST_BEGINNING = 3;
const FURTHEST_OBJECT = 1;
const FURTHEST_OWNER = 2;

/** Where somebody is named, and who that may be: "the woman" is the wife as well as the aunt. */
export interface Mention extends Occurrence {
  readonly maybe: ReadonlySet<Person>;
}

/** Who is named in a message, and of whom something is said in it. Long messages name many: nothing here looks at all of them. */
export class Persons {
  private readonly mentions: readonly Mention[];
  /** For each place how many mentions begin before it, and where its clause begins. */
  private readonly before: readonly number[];
  private readonly beginnings: readonly number[];
  private readonly present: ReadonlySet<number>;

  /** @param concern the mentions in any order */
  constructor(
    private readonly words: readonly string[],
    { mentions, present }: { mentions: readonly Mention[]; present: readonly Occurrence[] },
  ) {
    this.mentions = inOrder(mentions);
    this.present = new Set(present.map(({ start }) => start));
    let begun = 0;
    let beginning = 0;
    this.before = [...words, ''].map((_, place) => {
      while ((this.mentions[begun]?.start ?? Infinity) < place) begun += 1;
      return begun;
    });
    this.beginnings = words.map((word, place) => {
      const here = beginning;
      if (isPause(word)) beginning = place + 1;
      return here;
    });
  }

  isAnyNamed(from: number, to: number): boolean {
    return (this.before[to] ?? 0) > (this.before[from] ?? 0);
  }

  /** Whether something is said apart from a sign that has its own subject: "my wife is bleeding, which food is good?" */
  isAside({ start, end }: Occurrence, sign: Occurrence, needsPause: boolean): boolean {
    const isFirst = start < sign.start;
    const between = isFirst ? this.words.slice(end, sign.start) : this.words.slice(sign.end, start);
    if ((isFirst || needsPause) && !between.some(isPause)) return false;
    const clause = isFirst ? end + between.findLastIndex(isPause) : (this.beginnings[sign.start] ?? 0);
    return this.isAnyNamed(clause, sign.end);
  }

  /** Whether what takes a sign back is said of another person: "my wife is bleeding, the baby is fine now". */
  isOfAnother(takingBack: Occurrence, sign: Occurrence): boolean {
    if (overlap(takingBack, sign)) return false;
    const subject = this.subjectOf(takingBack, sign);
    if (!subject) return false;
    const { chain, object } = this.concernedBy(sign, takingBack);
    // The wife comes after what is said of the baby: "the baby is fine now, my wife is bleeding".
    if (takingBack.start < sign.start && [...chain, ...object].every(({ start }) => start <= subject.start))
      return false;
    // "Heavy bleeding after delivery, baby is fine now" is another's; "drank bleach, he is fine now" is his.
    if (chain.length + object.length === 0) return isNamed(subject);
    const isSame = (one: Mention) => mayBeSame(one, subject);
    return !(object.every(isSame) && (chain.length === 0 || chain.some(isSame)));
  }

  /** Who something is said of by name; undefined where it is said of whom the sign is said, or of nobody. */
  private subjectOf({ start, end }: Occurrence, sign: Occurrence): Mention | undefined {
    const last = this.mentions[(this.before[this.present.has(start) ? end : start + 1] ?? 0) - 1];
    if (!last || (sign.start < start && last.start < sign.end)) return undefined;
    return this.isNear(last.end, start, FURTHEST_SUBJECT) || this.beginsClause(last) ? last : undefined;
  }

  private isNear(end: number, start: number, furthest: number): boolean {
    return end + furthest >= start && !this.words.slice(end, start).some(isPause);
  }

  /** Also with "the", "and" or "my" before it. */
  private beginsClause({ start }: Occurrence): boolean {
    return this.words.slice(Math.max(0, start - FURTHEST_BEGINNING), start).some(isPause) || start <= 1;
  }

  /** Whoever was named last before a sign ("the baby of my friend": either), and whom it is done to: "a snake bit my brother". */
  private concernedBy(sign: Occurrence, takingBack: Occurrence): { chain: Mention[]; object: Mention[] } {
    const last = (this.before[sign.end] ?? 0) - 1;
    const chain = this.mentions.slice(Math.max(0, last), last + 1);
    for (let index = last - 1; index >= 0; index -= 1) {
      const [before, next] = [this.mentions[index], this.mentions[index + 1]];
      if (!before || !next || !this.isNear(before.end, next.start, FURTHEST_OWNER)) break;
      if (takingBack.start >= before.start && takingBack.start < next.start) break;
      chain.unshift(before);
    }
    const after = this.mentions[last + 1];
    const isObject = after && this.isNear(sign.end, after.start, FURTHEST_OBJECT);
    return { chain, object: isObject ? [after] : [] };
  }
}

/**
 * Everybody who is named in a message, in order. Whoever may be the last one before who fits is taken for that one: of "my
 * wife … she" both are the wife.
 * @param mentions in any order; of several at one place together they say who it may be
 */
function inOrder(mentions: readonly Mention[]): Mention[] {
  const merged = new Map<number, { start: number; end: number; maybe: Set<Person> }>();
  for (const { start, end, maybe } of mentions) {
    const same = merged.get(start) ?? { start, end, maybe: new Set() };
    same.end = Math.max(same.end, end);
    for (const person of maybe) same.maybe.add(person);
    merged.set(start, same);
  }
  const ordered: Mention[] = [];
  for (const mention of [...merged.values()].sort((one, other) => one.start - other.start)) {
    const before = ordered.slice(-MOST_LOOKED_BACK).findLast((other) => mayBeSame(mention, other));
    const both = [...mention.maybe].filter((person) => !before || before.maybe.has(person));
    ordered.push({ ...mention, maybe: new Set(both) });
  }
  return ordered;
}

function mayBeSame(one: Mention, other: Mention): boolean {
  return [...one.maybe].some((person) => other.maybe.has(person));
}

/** Whether it says who is meant, as "baby" does and "she" does not, and means somebody else than who writes. */
function isNamed({ maybe }: Mention): boolean {
  return maybe.size <= MOST_NAMED && !maybe.has('self');
}
