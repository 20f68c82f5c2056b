/** Shorter words are next to too many others. */
const SHORTEST = 5;
const SHORTEST_STEM = 6;
/** From this length on a word may be two letters off. */
const LONG = 9;
/** Of a longer word the beginning is compared. */
const LONGEST = 24;

interface Node<Entry> {
  readonly children: Map<string, Node<Entry>>;
  readonly words: Entry[];
  readonly stems: Entry[];
  /** How many letters off a word may be: that of the words which end here, */
  tolerance: number;
  /** that of the stems, */
  stemTolerance: number;
  /** and the most of all below. */
  most: number;
}

interface Step {
  /** Of the node's letters to each beginning of the word. */
  readonly distances: readonly number[];
  readonly letter: string;
}

function emptyNode<Entry>(): Node<Entry> {
  return { children: new Map(), words: [], stems: [], tolerance: 0, stemTolerance: 0, most: 0 };
}

/**
 * Finds words that are misspelt: one letter left out, added, doubled, changed, or two neighbours swapped; in a word of nine
 * letters or more, two such mistakes. The first letter counts as known, but for a swap with the second. The work for one word
 * is bounded by the tree, whatever the word.
 */
export class SpellingTrie<Entry> {
  private readonly root = emptyNode<Entry>();

  /** Words that are too short to be looked for are left out. */
  add(text: string, isStem: boolean, entry: Entry): void {
    const letters = Array.from(text);
    if (letters.length < (isStem ? SHORTEST_STEM : SHORTEST)) return;
    const tolerance = letters.length >= (isStem ? LONG + 1 : LONG) ? 2 : 1;
    let node = this.root;
    for (const letter of letters) {
      let child = node.children.get(letter);
      if (!child) node.children.set(letter, (child = emptyNode()));
      node = child;
      node.most = Math.max(node.most, tolerance);
    }
    if (isStem) {
      node.stems.push(entry);
      node.stemTolerance = tolerance;
    } else {
      node.words.push(entry);
      node.tolerance = tolerance;
    }
  }

  /** The entries that the word may have been meant for. */
  find(text: string): Entry[] {
    const word = Array.from(text).slice(0, LONGEST);
    const found: Entry[] = [];
    if (word.length < SHORTEST - 1) return found;
    const first: Step = {
      distances: Array.from({ length: word.length + 1 }, (_, place) => place),
      letter: '',
    };
    for (const letter of new Set(word.slice(0, 2))) {
      const child = this.root.children.get(letter);
      if (child) this.walk(child, word, { step: next(word, letter, [first]), before: first, found });
    }
    return found;
  }

  private walk(
    node: Node<Entry>,
    word: readonly string[],
    { step, before, found }: { step: Step; before: Step; found: Entry[] },
  ): void {
    const { distances } = step;
    const least = Math.min(...distances);
    if (least > node.most) return;
    if ((distances[word.length] ?? Infinity) <= node.tolerance) found.push(...node.words);
    if (least <= node.stemTolerance) found.push(...node.stems);
    for (const [letter, child] of node.children) {
      this.walk(child, word, { step: next(word, letter, [step, before]), before: step, found });
    }
  }
}

/** One more row of the optimal string alignment distance. */
function next(word: readonly string[], letter: string, [step, before]: readonly [Step, Step?]): Step {
  const above = step.distances;
  const distances = [(above[0] ?? 0) + 1];
  for (let place = 1; place <= word.length; place += 1) {
    const isSame = word[place - 1] === letter;
    let least = Math.min(
      (above[place] ?? 0) + 1,
      (distances[place - 1] ?? 0) + 1,
      (above[place - 1] ?? 0) + (isSame ? 0 : 1),
    );
    if (before && word[place - 2] === letter && word[place - 1] === step.letter) {
      least = Math.min(least, (before.distances[place - 2] ?? 0) + 1);
    }
    distances.push(least);
  }
  return { distances, letter };
}
