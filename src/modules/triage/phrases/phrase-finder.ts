import type { Alternatives, Pattern } from './pattern-compiler';
import { isPunctuation } from '../../../shared/words';

/** The maximum number of words that `*` matches. */
const MAX_GAP_WORDS = 4;

/** A word or punctuation mark of a message. */
export interface Token {
  readonly text: string;
  /** The pattern words that it matches. */
  readonly wordIds: ReadonlySet<number>;
  readonly number: number | undefined;
}

/** Where a phrase occurs in a message: the position of its first word, and the position after its last. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
}

/** What a pattern may begin with: the id of a word, or `ANY_NUMBER` for a number of any value. */
type FirstElement = number;
const ANY_NUMBER = -1;

const NONE: readonly never[] = [];
/** States of a pattern in a message. */
const UNKNOWN = 0;
const MATCHABLE = 1;
const UNMATCHABLE = 2;

/** The patterns of each list, for `@name`. */
type PatternLists = ReadonlyMap<string, readonly Pattern[]>;

/** Finds the phrases of one language. The time grows with the length of the message only. */
export class PhraseFinder {
  /** Indexes of patterns by their first element. */
  private readonly byFirst: IndexesByFirst;

  /**
   * @param patterns to search; the result names each by its index
   * @param gapEnds words that must not be part of a gap
   */
  constructor(
    private readonly patterns: readonly Pattern[],
    private readonly lists: PatternLists,
    private readonly gapEnds: ReadonlySet<string>,
  ) {
    const firstElements = new FirstElements(lists);
    this.byFirst = new IndexesByFirst(patterns.map((pattern) => firstElements.of(pattern)));
  }

  /** Returns the occurrences of each pattern that is found, by the index of the pattern. */
  find(tokens: readonly Token[]): ReadonlyMap<number, readonly Occurrence[]> {
    const search = new PatternSearch(tokens, this.patterns, { lists: this.lists, gapEnds: this.gapEnds });
    const found = new Map<number, Occurrence[]>();
    const match = (index: number, start: number) => {
      if (!search.canMatch(index)) return;
      const occurrences = found.get(index);
      // Another pattern word of the same token has led here.
      if (occurrences?.at(-1)?.start === start) return;
      const [end] = search.findEnds(this.patterns[index] ?? [], start);
      if (end === undefined) return;
      if (occurrences) occurrences.push({ start, end });
      else found.set(index, [{ start, end }]);
    };
    for (const [start, { wordIds, number }] of tokens.entries()) {
      const matchHere = (index: number) => {
        match(index, start);
      };
      for (const id of wordIds) this.byFirst.forEach(id, matchHere);
      if (number !== undefined) this.byFirst.forEach(ANY_NUMBER, matchHere);
    }
    return found;
  }
}

/** Finds what patterns may begin with. */
class FirstElements {
  private readonly ofLists = new Map<string, ReadonlySet<FirstElement>>();

  constructor(private readonly lists: PatternLists) {}

  of([first]: Pattern): ReadonlySet<FirstElement> {
    if (first === undefined || first === 'gap') return new Set();
    const elements = new Set<FirstElement>(first.wordIds);
    for (const name of first.lists) for (const element of this.ofList(name)) elements.add(element);
    if (first.ranges.length > 0) elements.add(ANY_NUMBER);
    return elements;
  }

  private ofList(name: string): ReadonlySet<FirstElement> {
    const known = this.ofLists.get(name);
    if (known) return known;
    const elements = new Set(patternsOf(this.lists, name).flatMap((pattern) => [...this.of(pattern)]));
    this.ofLists.set(name, elements);
    return elements;
  }
}

/** Indexes of patterns by their first element, in one array: an array for each element would take several times the memory. */
class IndexesByFirst {
  private readonly indexes: Int32Array;
  /** Where the indexes of an element begin, and those of the next one. */
  private readonly starts: Int32Array;

  /** @param firstElements of each pattern */
  constructor(firstElements: readonly ReadonlySet<FirstElement>[]) {
    const pairs = firstElements
      .flatMap((elements, index) => Array.from(elements, (element) => ({ element, index })))
      .sort((one, other) => one.element - other.element || one.index - other.index);
    this.indexes = Int32Array.from(pairs, ({ index }) => index);
    const elementCount = (pairs.at(-1)?.element ?? ANY_NUMBER) + 1 - ANY_NUMBER;
    this.starts = new Int32Array(elementCount + 1);
    for (const { element } of pairs) count(this.starts, element - ANY_NUMBER + 1);
    for (let at = 1; at <= elementCount; at += 1)
      this.starts[at] = (this.starts[at] ?? 0) + (this.starts[at - 1] ?? 0);
  }

  /** Calls back for each pattern that may begin with the element, in order. */
  forEach(element: FirstElement, callback: (index: number) => void): void {
    const at = element - ANY_NUMBER;
    const end = this.starts[at + 1] ?? 0;
    for (let position = this.starts[at] ?? end; position < end; position += 1)
      callback(this.indexes[position] ?? 0);
  }
}

function count(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

function patternsOf(lists: PatternLists, name: string): readonly Pattern[] {
  return lists.get(name) ?? NONE;
}

/** Matches patterns with one message. The matches of a list at a position are computed once. */
class PatternSearch {
  private readonly endsByList = new Map<string, Map<number, readonly number[]>>();
  private readonly wordIds = new Set<number>();
  private readonly hasNumber: boolean;
  /** The state of each pattern. */
  private readonly states: Uint8Array;
  private readonly matchableLists = new Map<string, boolean>();

  constructor(
    private readonly tokens: readonly Token[],
    private readonly patterns: readonly Pattern[],
    private readonly language: {
      readonly lists: PatternLists;
      readonly gapEnds: ReadonlySet<string>;
    },
  ) {
    this.states = new Uint8Array(patterns.length);
    for (const token of new Set(tokens)) for (const id of token.wordIds) this.wordIds.add(id);
    this.hasNumber = tokens.some(({ number }) => number !== undefined);
  }

  /** Returns whether the message has a token for each element, in any order. Rules out most patterns quickly. */
  canMatch(index: number): boolean {
    if (this.states[index] === UNKNOWN)
      this.states[index] = this.hasTokensFor(this.patterns[index] ?? []) ? MATCHABLE : UNMATCHABLE;
    return this.states[index] === MATCHABLE;
  }

  /** Returns the positions after the pattern if it begins at `start`, in ascending order. */
  findEnds(pattern: Pattern, start: number): readonly number[] {
    let positions: readonly number[] = [start];
    for (const element of pattern) {
      positions = element === 'gap' ? this.skipGaps(positions) : this.matchAlternatives(element, positions);
      if (positions.length === 0) return positions;
    }
    return positions;
  }

  private hasTokensFor(pattern: Pattern): boolean {
    return pattern.every((element) => element === 'gap' || this.hasTokenFor(element));
  }

  private hasTokenFor({ wordIds, lists, ranges }: Alternatives): boolean {
    return (
      wordIds.some((id) => this.wordIds.has(id)) ||
      (this.hasNumber && ranges.length > 0) ||
      lists.some((name) => this.canMatchList(name))
    );
  }

  private canMatchList(name: string): boolean {
    const known = this.matchableLists.get(name);
    if (known !== undefined) return known;
    const isMatchable = patternsOf(this.language.lists, name).some((pattern) => this.hasTokensFor(pattern));
    this.matchableLists.set(name, isMatchable);
    return isMatchable;
  }

  private matchAlternatives(alternatives: Alternatives, positions: readonly number[]): readonly number[] {
    const ends: number[] = [];
    for (const position of positions) {
      const token = this.tokens[position];
      if (!token) continue;
      if (isOneOf(token, alternatives)) addOnce(ends, position + 1);
      for (const name of alternatives.lists)
        for (const end of this.matchList(name, position)) addOnce(ends, end);
    }
    return ends.length > 1 ? ends.sort((one, other) => one - other) : ends;
  }

  private skipGaps(positions: readonly number[]): readonly number[] {
    const ends: number[] = [];
    for (const position of positions) for (const end of this.skipGap(position)) addOnce(ends, end);
    return ends.sort((one, other) => one - other);
  }

  private skipGap(position: number): number[] {
    const ends = [position];
    for (let gap = 0; gap < MAX_GAP_WORDS; gap += 1) {
      const skipped = this.tokens[position + gap]?.text;
      if (skipped === undefined || isPunctuation(skipped) || this.language.gapEnds.has(skipped)) break;
      ends.push(position + gap + 1);
    }
    return ends;
  }

  private matchList(name: string, position: number): readonly number[] {
    const endsByPosition = this.endsByList.get(name) ?? new Map<number, readonly number[]>();
    this.endsByList.set(name, endsByPosition);
    const known = endsByPosition.get(position);
    if (known) return known;
    const ends: number[] = [];
    if (this.canMatchList(name)) {
      for (const pattern of patternsOf(this.language.lists, name))
        for (const end of this.findEnds(pattern, position)) addOnce(ends, end);
    }
    endsByPosition.set(position, ends);
    return ends;
  }
}

function isOneOf({ wordIds, number }: Token, alternatives: Alternatives): boolean {
  return (
    alternatives.wordIds.some((id) => wordIds.has(id)) ||
    (number !== undefined && alternatives.ranges.some(({ min, max }) => number >= min && number <= max))
  );
}

function addOnce(positions: number[], position: number): void {
  if (!positions.includes(position)) positions.push(position);
}

export function overlap(one: Occurrence, other: Occurrence): boolean {
  return one.start < other.end && other.start < one.end;
}

export function listPositions({ start, end }: Occurrence): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}
