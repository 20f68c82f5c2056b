/** Shorter words are next to too many others. */
const SHORTEST = 5;
const SHORTEST_STEM = 6;
/** From this length on a word may be two letters off. */
const LONG = 9;
/** Of a longer word the beginning is compared. */
const LONGEST = 24;

/** One letter of the words that begin alike; with its neighbours in a chain, since most letters are followed by one or two. */
interface Node<Entry> {
  readonly letter: string;
  readonly sibling: Node<Entry> | undefined;
  firstChild: Node<Entry> | undefined;
  words: readonly Entry[];
  stems: readonly Entry[];
  /** How many letters off a word may be: that of the words which end here, */
  tolerance: number;
  /** that of the stems, */
  stemTolerance: number;
  /** and the most of all below. */
  most: number;
}

const NONE: readonly never[] = [];

function emptyNode<Entry>(letter: string, sibling?: Node<Entry>): Node<Entry> {
  return {
    letter,
    sibling,
    firstChild: undefined,
    words: NONE,
    stems: NONE,
    tolerance: 0,
    stemTolerance: 0,
    most: 0,
  };
}

function childOf<Entry>(node: Node<Entry>, letter: string): Node<Entry> | undefined {
  let child = node.firstChild;
  while (child && child.letter !== letter) child = child.sibling;
  return child;
}

/**
 * Finds words that are misspelt: one letter left out, added, doubled, changed, or two neighbours swapped; in a word of nine
 * letters or more, two such mistakes. The first letter counts as known, but for a swap with the second. The work for one word
 * is bounded by the tree, whatever the word.
 */
export class SpellingTrie<Entry> {
  private readonly root = emptyNode<Entry>('');

  /** Words that are too short to be looked for are left out. */
  add(text: string, isStem: boolean, entry: Entry): void {
    const letters = Array.from(text);
    if (letters.length < (isStem ? SHORTEST_STEM : SHORTEST)) return;
    const tolerance = letters.length >= (isStem ? LONG + 1 : LONG) ? 2 : 1;
    let node = this.root;
    for (const letter of letters) {
      node = childOf(node, letter) ?? (node.firstChild = emptyNode(letter, node.firstChild));
      node.most = Math.max(node.most, tolerance);
    }
    if (isStem) {
      node.stems = [...node.stems, entry];
      node.stemTolerance = tolerance;
    } else {
      node.words = [...node.words, entry];
      node.tolerance = tolerance;
    }
  }

  /** The entries that the word may have been meant for. */
  find(text: string): Entry[] {
    const word = Array.from(text).slice(0, LONGEST);
    if (word.length < SHORTEST - 1) return [];
    const comparison = new Comparison<Entry>(word);
    for (const letter of new Set(word.slice(0, 2))) {
      const child = childOf(this.root, letter);
      if (child) comparison.walk(child, 1);
    }
    return comparison.found;
  }
}

/** Compares one word with the tree: a row of optimal string alignment distances for each letter on the way down. */
class Comparison<Entry> {
  readonly found: Entry[] = [];
  /** By depth, the distances from the letters so far to each beginning of the word; written over from branch to branch. */
  private readonly rows: Uint8Array[];
  private readonly letters: string[] = [''];

  constructor(private readonly word: readonly string[]) {
    this.rows = [Uint8Array.from({ length: word.length + 1 }, (_, place) => place)];
  }

  walk(node: Node<Entry>, depth: number): void {
    this.letters[depth] = node.letter;
    const row = (this.rows[depth] ??= new Uint8Array(this.word.length + 1));
    const least = this.fill(row, depth);
    if (least > node.most) return;
    if ((row[this.word.length] ?? Infinity) <= node.tolerance) this.found.push(...node.words);
    if (least <= node.stemTolerance) this.found.push(...node.stems);
    for (let child = node.firstChild; child; child = child.sibling) this.walk(child, depth + 1);
  }

  /** @returns the least distance of the row */
  private fill(row: Uint8Array, depth: number): number {
    const { word } = this;
    const above = this.rows[depth - 1] ?? row;
    const before = depth > 1 ? this.rows[depth - 2] : undefined;
    const letter = this.letters[depth];
    const previous = this.letters[depth - 1];
    let least = (row[0] = depth);
    for (let place = 1; place <= word.length; place += 1) {
      const changed = (above[place - 1] ?? 0) + (word[place - 1] === letter ? 0 : 1);
      let distance = Math.min((above[place] ?? 0) + 1, (row[place - 1] ?? 0) + 1, changed);
      if (before && place > 1 && word[place - 2] === letter && word[place - 1] === previous) {
        distance = Math.min(distance, (before[place - 2] ?? 0) + 1);
      }
      row[place] = distance;
      if (distance < least) least = distance;
    }
    return least;
  }
}
