import { isPause } from './phrases/words';
import type { Choice, Pattern } from './patterns';

/** Most words that `*` stands for. */
const LONGEST_GAP = 4;

/** One word of a message and what it may be. */
export interface ReadWord {
  readonly text: string;
  readonly ids: ReadonlySet<number>;
  readonly number: number | undefined;
}

/** A phrase found: from the place of its first word to the place after its last. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
}

/** Where phrases begin: the ids of the words that may be first, or any number. */
type Beginning = number | 'number';

/** Finds the phrases of one language. The work grows with the message's length, whatever stands in it. */
export class PhraseFinder {
  private readonly byBeginning = new Map<Beginning, number[]>();
  private readonly beginningsOfLists = new Map<string, ReadonlySet<Beginning>>();

  /**
   * @param patterns what to look for; an occurrence is filed under its place in this list
   * @param lists of the patterns that `@name` stands for
   * @param endsGap words over which no gap goes
   */
  constructor(
    private readonly patterns: readonly Pattern[],
    private readonly lists: (name: string) => readonly Pattern[],
    private readonly endsGap: (word: string) => boolean,
  ) {
    for (const [index, pattern] of patterns.entries()) {
      for (const beginning of this.beginnings(pattern)) {
        const same = this.byBeginning.get(beginning);
        if (same) same.push(index);
        else this.byBeginning.set(beginning, [index]);
      }
    }
  }

  /** The occurrences of each pattern that was found. */
  find(words: readonly ReadWord[]): ReadonlyMap<number, readonly Occurrence[]> {
    const search = new Search(words, this.lists, this.endsGap);
    const found = new Map<number, Occurrence[]>();
    for (const [start, word] of words.entries()) {
      for (const index of this.startingWith(word)) {
        const pattern = this.patterns[index] ?? [];
        const end = search.mayMatch(index, pattern) ? search.ends(pattern, start)[0] : undefined;
        if (end === undefined) continue;
        const occurrences = found.get(index);
        if (occurrences) occurrences.push({ start, end });
        else found.set(index, [{ start, end }]);
      }
    }
    return found;
  }

  private startingWith(word: ReadWord): Set<number> {
    const indexes = new Set<number>();
    for (const id of word.ids) for (const index of this.byBeginning.get(id) ?? []) indexes.add(index);
    if (word.number !== undefined)
      for (const index of this.byBeginning.get('number') ?? []) indexes.add(index);
    return indexes;
  }

  private beginnings([first]: Pattern): Set<Beginning> {
    if (first === undefined || first === 'gap') return new Set();
    const beginnings = new Set<Beginning>(first.ids);
    for (const name of first.lists) for (const each of this.beginningsOfList(name)) beginnings.add(each);
    if (first.numbers.length > 0) beginnings.add('number');
    return beginnings;
  }

  private beginningsOfList(name: string): ReadonlySet<Beginning> {
    const known = this.beginningsOfLists.get(name);
    if (known) return known;
    const beginnings = new Set(this.lists(name).flatMap((pattern) => [...this.beginnings(pattern)]));
    this.beginningsOfLists.set(name, beginnings);
    return beginnings;
  }
}

/** The search in one message. What a list matches at a place is looked for once. */
class Search {
  private readonly known = new Map<string, Map<number, readonly number[]>>();

  private readonly ids = new Set<number>();
  private readonly hasNumber: boolean;
  private readonly possible: boolean[] = [];
  private readonly listsSaid = new Map<string, boolean>();

  constructor(
    private readonly words: readonly ReadWord[],
    private readonly lists: (name: string) => readonly Pattern[],
    private readonly endsGap: (word: string) => boolean,
  ) {
    for (const word of new Set(words)) for (const id of word.ids) this.ids.add(id);
    this.hasNumber = words.some(({ number }) => number !== undefined);
  }

  /** Whether the message has a word for each place of the pattern, wherever it stands: most patterns end here. */
  mayMatch(index: number, pattern: Pattern): boolean {
    const before = this.possible[index];
    if (before !== undefined) return before;
    const now = pattern.every((element) => element === 'gap' || this.mayBeSaid(element));
    this.possible[index] = now;
    return now;
  }

  /** The places after a pattern that begins here, the nearest first. */
  ends(pattern: Pattern, start: number): readonly number[] {
    let places: readonly number[] = [start];
    for (const element of pattern) {
      places = element === 'gap' ? this.afterGaps(places) : this.afterChoice(element, places);
      if (places.length === 0) return places;
    }
    return places;
  }

  private mayBeSaid({ ids, lists, numbers }: Choice): boolean {
    return (
      ids.some((id) => this.ids.has(id)) ||
      (this.hasNumber && numbers.length > 0) ||
      lists.some((name) => this.isListSaid(name))
    );
  }

  private isListSaid(name: string): boolean {
    const before = this.listsSaid.get(name);
    if (before !== undefined) return before;
    const now = this.lists(name).some((pattern) =>
      pattern.every((element) => element === 'gap' || this.mayBeSaid(element)),
    );
    this.listsSaid.set(name, now);
    return now;
  }

  private afterChoice(choice: Choice, places: readonly number[]): readonly number[] {
    const after: number[] = [];
    for (const place of places) {
      const word = this.words[place];
      if (!word) continue;
      if (isOneOf(word, choice)) add(after, place + 1);
      for (const name of choice.lists) for (const end of this.afterList(name, place)) add(after, end);
    }
    return after.length > 1 ? after.sort((one, other) => one - other) : after;
  }

  private afterGaps(places: readonly number[]): readonly number[] {
    const after: number[] = [];
    for (const place of places) for (const end of this.afterGap(place)) add(after, end);
    return after.sort((one, other) => one - other);
  }

  private afterGap(place: number): number[] {
    const places = [place];
    for (let gap = 0; gap < LONGEST_GAP; gap += 1) {
      const skipped = this.words[place + gap]?.text;
      if (skipped === undefined || isPause(skipped) || this.endsGap(skipped)) break;
      places.push(place + gap + 1);
    }
    return places;
  }

  private afterList(name: string, place: number): readonly number[] {
    const known = this.known.get(name) ?? new Map<number, readonly number[]>();
    this.known.set(name, known);
    const before = known.get(place);
    if (before) return before;
    const ends: number[] = [];
    if (this.isListSaid(name)) {
      for (const pattern of this.lists(name)) for (const end of this.ends(pattern, place)) add(ends, end);
    }
    known.set(place, ends);
    return ends;
  }
}

function isOneOf({ ids, number }: ReadWord, choice: Choice): boolean {
  return (
    choice.ids.some((id) => ids.has(id)) ||
    (number !== undefined && choice.numbers.some(({ least, most }) => number >= least && number <= most))
  );
}

function add(places: number[], place: number): void {
  if (!places.includes(place)) places.push(place);
}

export function overlap(one: Occurrence, other: Occurrence): boolean {
  return one.start < other.end && other.start < one.end;
}
