/** One id, or several in ascending order. Most texts have one, and an array for each would take most of the memory. */
export type Ids = number | readonly number[];

/** A word of a pattern: `word`, `begin~`, `~word` (with any prefix of the language) or `word!` (no misspellings). */
export interface PatternWord {
  readonly text: string;
  readonly isStem: boolean;
  readonly takesPrefix: boolean;
  readonly isExact: boolean;
}

/** Numbers the words in the patterns of one language. */
export class PatternWords {
  private readonly ids = new Map<string, number>();
  private readonly added: PatternWord[] = [];

  /** The words by their ids. */
  get list(): readonly PatternWord[] {
    return this.added;
  }

  /** Returns the id of a pattern word. Equal pattern words have the same id. */
  add(word: PatternWord): number {
    const { text, isStem, takesPrefix, isExact } = word;
    const key = `${takesPrefix ? '~' : ''}${text}${isStem ? '~' : ''}${isExact ? '!' : ''}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.ids.size;
    this.ids.set(key, id);
    this.added.push(word);
    return id;
  }
}

/** Returns ids with one more, which is larger than they are. */
export function withId(ids: Ids | undefined, id: number): Ids {
  if (ids === undefined) return id;
  return typeof ids === 'number' ? [ids, id] : [...ids, id];
}

export function addIds(to: number[], ids: Ids | undefined): void {
  if (typeof ids === 'number') to.push(ids);
  else if (ids) to.push(...ids);
}
