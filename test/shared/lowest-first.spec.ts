import { LowestFirst } from '../../src/shared/lowest-first';

const anyOwner = () => true;

function queueOf(...items: readonly [owner: string, item: string, level: number][]) {
  const queue = new LowestFirst<string, string>();
  for (const [owner, item, level] of items) queue.push(owner, item, [level]);
  return queue;
}

describe('a queue that serves the lowest rank first', () => {
  it('takes items by the rank of their owner, and those of one rank in their order', () => {
    const queue = queueOf(['a', 'a3', 3], ['b', 'b1', 1], ['c', 'c2', 2], ['d', 'd1', 1]);
    expect(queue.size).toBe(4);
    const taken = Array.from({ length: 5 }, () => queue.shift(anyOwner));
    expect(taken).toEqual(['b1', 'd1', 'c2', 'a3', undefined]);
    expect(queue.size).toBe(0);
  });

  it('takes items of one owner in their order, by the rank of the last', () => {
    const queue = queueOf(['a', 'a1', 1], ['b', 'b1', 2], ['a', 'a2', 3], ['b', 'b2', 0]);
    expect([queue.sizeOf('a'), queue.sizeOf('c')]).toEqual([2, 0]);
    const taken = Array.from({ length: 4 }, () => queue.shift(anyOwner));
    expect(taken).toEqual(['b1', 'b2', 'a1', 'a2']);
    expect(queue.sizeOf('a')).toBe(0);
  });

  it('asks for each owner once, however many items it has', () => {
    const queue = new LowestFirst<string, number>();
    for (let item = 0; item < 10_000; item += 1) queue.push(item % 2 ? 'a' : 'b', item, [item]);
    const isWanted = jest.fn(() => false);
    for (let turn = 0; turn < 8; turn += 1) queue.shift(isWanted);
    queue.findOwner(isWanted);
    expect(isWanted).toHaveBeenCalledTimes(18);
  });

  it('serves the items that another queue, which sorts all of them, would serve', () => {
    const queue = new LowestFirst<number, number>();
    const ranks = new Map<number, number>();
    let items: { owner: number; item: number }[] = [];
    let taken = 0;
    for (let step = 0; step < 2_000; step += 1) {
      const owner = (step * 7_919) % 13;
      if (step % 5 < 3) {
        const rank = (step * 104_729) % 11;
        queue.push(owner, step, [Math.floor(rank / 3), rank % 3]);
        ranks.set(owner, rank);
        items.push({ owner, item: step });
        continue;
      }
      const wanted = items.filter((waiting) => waiting.owner !== owner);
      const byRank = wanted.toSorted((a, b) => (ranks.get(a.owner) ?? 0) - (ranks.get(b.owner) ?? 0));
      const [expected] = (taken + 1) % 8 === 0 ? wanted : byRank;
      expect(queue.shift((other) => other !== owner)).toBe(expected?.item);
      items = items.filter((waiting) => waiting !== expected);
      if (expected) taken += 1;
      expect(queue.size).toBe(items.length);
    }
  });

  it('passes owners that are not wanted, who keep their position', () => {
    const queue = queueOf(['a', 'a1', 1], ['b', 'b2', 2]);
    expect(queue.findOwner((owner) => owner !== 'a')).toBe('b');
    expect(queue.shift((owner) => owner !== 'a')).toBe('b2');
    expect(queue.shift((owner) => owner !== 'a')).toBeUndefined();
    expect(queue.shift(anyOwner)).toBe('a1');
  });

  it('takes the oldest item as the eighth, however many others have a lower rank', () => {
    const queue = queueOf(['a', 'old', 100], ['c', 'older than the rest', 99]);
    const taken: (string | undefined)[] = [];
    for (let round = 0; round < 16; round += 1) {
      queue.push('b', 'new', [0]);
      taken.push(queue.shift(anyOwner));
    }
    expect([taken.indexOf('old'), taken.indexOf('older than the rest')]).toEqual([7, 15]);
  });

  it('lists the items of the highest rank first, and removes them wherever they are', () => {
    const queue = queueOf(['a', 'a1', 1], ['b', 'b1', 3], ['b', 'b2', 3], ['c', 'c1', 2], ['b', 'b3', 3]);
    expect([...queue.highestFirst()].map(([, item]) => item)).toEqual(['b1', 'b2', 'b3', 'c1', 'a1']);
    queue.remove('b', 'b1');
    queue.remove('b', 'b1');
    queue.remove('c', 'c1');
    expect([queue.size, queue.sizeOf('b'), queue.sizeOf('c')]).toEqual([3, 2, 0]);
    expect(Array.from({ length: 4 }, () => queue.shift(anyOwner))).toEqual(['a1', 'b2', 'b3', undefined]);
  });
});
