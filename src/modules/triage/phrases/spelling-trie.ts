/** Shorter words have too many similar words. */
const MIN_WORD_LENGTH = 5;
const MIN_STEM_LENGTH = 6;
/** From this length on, a word may have two mistakes. */
const MIN_LENGTH_FOR_TWO_MISTAKES = 9;
/** Longer words are compared up to this length. */
const MAX_COMPARED_LENGTH = 24;

/** A letter in the trie. Children are a linked list, because most letters have only one or two. */
interface Node<Entry> {
  readonly letter: string;
  readonly sibling: Node<Entry> | undefined;
  firstChild: Node<Entry> | undefined;
  words: readonly Entry[];
  stems: readonly Entry[];
  /** The maximum number of mistakes for the words that end here. */
  tolerance: number;
  stemTolerance: number;
  /** The maximum for all words and stems that end here or below. */
  maxTolerance: number;
}

const NONE: readonly never[] = [];

function createNode<Entry>(letter: string, sibling?: Node<Entry>): Node<Entry> {
  return {
    letter,
    sibling,
    firstChild: undefined,
    words: NONE,
    stems: NONE,
    tolerance: 0,
    stemTolerance: 0,
    maxTolerance: 0,
  };
}

function findChild<Entry>(node: Node<Entry>, letter: string): Node<Entry> | undefined {
  let child = node.firstChild;
  while (child && child.letter !== letter) child = child.sibling;
  return child;
}

/**
 * Finds the words that a misspelt word may stand for. One letter may be missing, added, changed or swapped with its
 * neighbour; in a word of nine letters or more, two such mistakes are allowed. The first letter has to be right, or swapped
 * with the second. The time for one word is bounded by the size of the trie.
 */
export class SpellingTrie<Entry> {
  private readonly root = createNode<Entry>('');

  /** Adds a word or stem, unless it is too short to be corrected. */
  add(text: string, isStem: boolean, entry: Entry): void {
    const letters = Array.from(text);
    if (letters.length < (isStem ? MIN_STEM_LENGTH : MIN_WORD_LENGTH)) return;
    const minLengthForTwo = isStem ? MIN_LENGTH_FOR_TWO_MISTAKES + 1 : MIN_LENGTH_FOR_TWO_MISTAKES;
    const tolerance = letters.length >= minLengthForTwo ? 2 : 1;
    let node = this.root;
    for (const letter of letters) {
      node = findChild(node, letter) ?? (node.firstChild = createNode(letter, node.firstChild));
      node.maxTolerance = Math.max(node.maxTolerance, tolerance);
    }
    if (isStem) {
      node.stems = [...node.stems, entry];
      node.stemTolerance = tolerance;
    } else {
      node.words = [...node.words, entry];
      node.tolerance = tolerance;
    }
  }

  /** Returns the entries whose word or stem is similar to the text. */
  find(text: string): Entry[] {
    const word = Array.from(text).slice(0, MAX_COMPARED_LENGTH);
    // One letter may be missing.
    if (word.length < MIN_WORD_LENGTH - 1) return [];
    const comparison = new Comparison<Entry>(word);
    // The second letter comes first if both are swapped.
    for (const letter of new Set(word.slice(0, 2))) {
      const child = findChild(this.root, letter);
      if (child) comparison.walk(child, 1);
    }
    return comparison.found;
  }
}

/** Compares a word with the trie by optimal string alignment distance, with one row of distances for each depth. */
class Comparison<Entry> {
  readonly found: Entry[] = [];
  /**
   * `rows[depth][n]`: distance between the path's first `depth` letters and the word's first `n` letters. Branches reuse the
   * rows.
   */
  private readonly rows: Uint8Array[];
  private readonly letters: string[] = [''];

  constructor(private readonly word: readonly string[]) {
    this.rows = [Uint8Array.from({ length: word.length + 1 }, (_, length) => length)];
  }

  walk(node: Node<Entry>, depth: number): void {
    this.letters[depth] = node.letter;
    const row = (this.rows[depth] ??= new Uint8Array(this.word.length + 1));
    const minDistance = this.fillRow(row, depth);
    if (minDistance > node.maxTolerance) return;
    if ((row[this.word.length] ?? Infinity) <= node.tolerance) this.found.push(...node.words);
    // A stem may end anywhere in the word, so any prefix counts.
    if (minDistance <= node.stemTolerance) this.found.push(...node.stems);
    for (let child = node.firstChild; child; child = child.sibling) this.walk(child, depth + 1);
  }

  /** @returns the smallest distance of the row */
  private fillRow(row: Uint8Array, depth: number): number {
    const { word } = this;
    const rowAbove = this.rows[depth - 1] ?? row;
    const rowTwoAbove = depth > 1 ? this.rows[depth - 2] : undefined;
    const letter = this.letters[depth];
    const previousLetter = this.letters[depth - 1];
    let minDistance = (row[0] = depth);
    for (let length = 1; length <= word.length; length += 1) {
      const changed = (rowAbove[length - 1] ?? 0) + (word[length - 1] === letter ? 0 : 1);
      let distance = Math.min((rowAbove[length] ?? 0) + 1, (row[length - 1] ?? 0) + 1, changed);
      if (rowTwoAbove && length > 1 && word[length - 2] === letter && word[length - 1] === previousLetter) {
        distance = Math.min(distance, (rowTwoAbove[length - 2] ?? 0) + 1);
      }
      row[length] = distance;
      if (distance < minDistance) minDistance = distance;
    }
    return minDistance;
  }
}
