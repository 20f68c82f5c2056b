import { LowestFirst } from '../../src/shared/lowest-first';

const anyOwner = () => true;

function queueOf(...items: readonly [owner: string, item: string, rank: number][]) {
  const queue = new LowestFirst<string, string>();
  for (const [owner, item, rank] of items) queue.push(owner, item, rank);
  return queue;
}

describe('a queue that serves the lowest rank first', () => {
  it('takes items by their rank, and those of one rank in their order', () => {
    const queue = queueOf(['a', 'a3', 3], ['b', 'b1', 1], ['c', 'c2', 2], ['a', 'a1', 1], ['b', 'b0', 0]);
    expect(queue.size).toBe(5);
    const taken = Array.from({ length: 6 }, () => queue.shift(anyOwner));
    expect(taken).toEqual(['b0', 'b1', 'a1', 'c2', 'a3', undefined]);
    expect(queue.size).toBe(0);
  });

  it('passes owners that are not wanted, who keep their position', () => {
    const queue = queueOf(['a', 'a1', 1], ['b', 'b2', 2]);
    expect(queue.findOwner((owner) => owner !== 'a')).toBe('b');
    expect(queue.shift((owner) => owner !== 'a')).toBe('b2');
    expect(queue.shift((owner) => owner !== 'a')).toBeUndefined();
    expect(queue.shift(anyOwner)).toBe('a1');
  });

  it('takes the oldest item as the eighth, however many others have a lower rank', () => {
    const queue = queueOf(['a', 'old', 100], ['a', 'older than the rest', 99]);
    const taken: (string | undefined)[] = [];
    for (let round = 0; round < 16; round += 1) {
      queue.push('b', 'new', 0);
      taken.push(queue.shift(anyOwner));
    }
    expect([taken.indexOf('old'), taken.indexOf('older than the rest')]).toEqual([7, 15]);
  });
});
