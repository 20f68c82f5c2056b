import { addIds, type Ids, type PatternWord, withId } from './pattern-words';

/** Shorter words have too many similar words. */
const MIN_WORD_LENGTH = 5;
const MIN_STEM_LENGTH = 6;
/** From this length on, a word may have two mistakes. */
const MIN_LENGTH_FOR_TWO_MISTAKES = 9;
/** Longer words are compared up to this length. */
const MAX_COMPARED_LENGTH = 24;

/** The first node, before the first letter. It is no child, so that it also stands for a missing child. */
const ROOT = 0;

/**
 * The letters of a trie. A letter is a node, and a node is a position in arrays of numbers: objects would take several times the
 * memory. Children are a linked list, because most letters have only one or two.
 */
interface Nodes<Numbers> {
  readonly codePoint: Numbers;
  readonly sibling: Numbers;
  readonly firstChild: Numbers;
  /** The maximum number of mistakes for the words that end here. */
  readonly tolerance: Numbers;
  readonly stemTolerance: Numbers;
  /** The maximum for all words and stems that end here or below. */
  readonly maxTolerance: Numbers;
}

/**
 * Finds the words that a misspelt word may stand for. One letter may be missing, added, changed or swapped with its
 * neighbour; in a word of nine letters or more, two such mistakes are allowed. The first letter has to be right, or swapped
 * with the second. The time for one word is bounded by the size of the trie.
 */
export class SpellingTrie {
  private readonly nodes: Nodes<Int32Array>;
  /** Ids of the words that end at a node. */
  private readonly words = new Map<number, Ids>();
  private readonly stems = new Map<number, Ids>();

  /** @param words by their ids; exact ones, and those that are too short, are not corrected */
  constructor(words: readonly PatternWord[]) {
    const nodes: Nodes<number[]> = {
      codePoint: [0],
      sibling: [ROOT],
      firstChild: [ROOT],
      tolerance: [0],
      stemTolerance: [0],
      maxTolerance: [0],
    };
    for (const [id, word] of words.entries()) this.add(nodes, word, id);
    const { codePoint, sibling, firstChild, tolerance, stemTolerance, maxTolerance } = nodes;
    this.nodes = {
      codePoint: Int32Array.from(codePoint),
      sibling: Int32Array.from(sibling),
      firstChild: Int32Array.from(firstChild),
      tolerance: Int32Array.from(tolerance),
      stemTolerance: Int32Array.from(stemTolerance),
      maxTolerance: Int32Array.from(maxTolerance),
    };
  }

  /** Returns the ids of the words and stems that are similar to the text. */
  find(text: string): number[] {
    const word = toCodePoints(text).slice(0, MAX_COMPARED_LENGTH);
    // One letter may be missing.
    if (word.length < MIN_WORD_LENGTH - 1) return [];
    const comparison = new Comparison(word, this.nodes, { words: this.words, stems: this.stems });
    // The second letter comes first if both are swapped.
    for (const letter of new Set(word.slice(0, 2))) {
      const child = findChild(this.nodes, ROOT, letter);
      if (child !== ROOT) comparison.walk(child, 1);
    }
    return comparison.found;
  }

  private add(nodes: Nodes<number[]>, { text, isStem, isExact }: PatternWord, id: number): void {
    const letters = toCodePoints(text);
    if (isExact || letters.length < (isStem ? MIN_STEM_LENGTH : MIN_WORD_LENGTH)) return;
    const minLengthForTwo = isStem ? MIN_LENGTH_FOR_TWO_MISTAKES + 1 : MIN_LENGTH_FOR_TWO_MISTAKES;
    const tolerance = letters.length >= minLengthForTwo ? 2 : 1;
    let node = ROOT;
    for (const letter of letters) {
      const child = findChild(nodes, node, letter);
      node = child === ROOT ? addChild(nodes, node, letter) : child;
      nodes.maxTolerance[node] = Math.max(nodes.maxTolerance[node] ?? 0, tolerance);
    }
    const ended = isStem ? this.stems : this.words;
    ended.set(node, withId(ended.get(node), id));
    (isStem ? nodes.stemTolerance : nodes.tolerance)[node] = tolerance;
  }
}

function toCodePoints(text: string): number[] {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}

function findChild(
  { codePoint, sibling, firstChild }: Nodes<ArrayLike<number>>,
  node: number,
  letter: number,
) {
  let child = firstChild[node] ?? ROOT;
  while (child !== ROOT && codePoint[child] !== letter) child = sibling[child] ?? ROOT;
  return child;
}

function addChild(nodes: Nodes<number[]>, node: number, letter: number): number {
  const added = nodes.codePoint.push(letter) - 1;
  nodes.sibling.push(nodes.firstChild[node] ?? ROOT);
  nodes.firstChild[node] = added;
  nodes.firstChild.push(ROOT);
  for (const tolerances of [nodes.tolerance, nodes.stemTolerance, nodes.maxTolerance]) tolerances.push(0);
  return added;
}

/** Compares a word with the trie by optimal string alignment distance, with one row of distances for each depth. */
class Comparison {
  readonly found: number[] = [];
  /**
   * `rows[depth][n]`: distance between the path's first `depth` letters and the word's first `n` letters. Branches reuse the
   * rows.
   */
  private readonly rows: Uint8Array[];
  private readonly letters: number[] = [0];

  constructor(
    private readonly word: readonly number[],
    private readonly nodes: Nodes<Int32Array>,
    private readonly ids: Readonly<Record<'words' | 'stems', ReadonlyMap<number, Ids>>>,
  ) {
    this.rows = [Uint8Array.from({ length: word.length + 1 }, (_, length) => length)];
  }

  walk(node: number, depth: number): void {
    const { codePoint, sibling, firstChild, tolerance, stemTolerance, maxTolerance } = this.nodes;
    this.letters[depth] = codePoint[node] ?? 0;
    const row = (this.rows[depth] ??= new Uint8Array(this.word.length + 1));
    const minDistance = this.fillRow(row, depth);
    if (minDistance > (maxTolerance[node] ?? 0)) return;
    if ((row[this.word.length] ?? Infinity) <= (tolerance[node] ?? 0))
      addIds(this.found, this.ids.words.get(node));
    // A stem may end anywhere in the word, so any prefix counts.
    if (minDistance <= (stemTolerance[node] ?? 0)) addIds(this.found, this.ids.stems.get(node));
    for (let child = firstChild[node] ?? ROOT; child !== ROOT; child = sibling[child] ?? ROOT)
      this.walk(child, depth + 1);
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
