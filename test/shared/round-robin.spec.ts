import { RoundRobin } from '../../src/shared/round-robin';

function queueOf(...pairs: readonly [owner: string, item: string][]): RoundRobin<string, string> {
  const queue = new RoundRobin<string, string>();
  for (const [owner, item] of pairs) queue.push(owner, item);
  return queue;
}

describe('a queue that serves its owners in turn', () => {
  it('takes one item of each owner, in the order of their first items', () => {
    const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b1'], ['c', 'c1'], ['c', 'c2']);
    const taken = Array.from({ length: 7 }, () => queue.shift());
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
    expect(queue.size).toBe(0);
  });

  it('serves an owner that comes back after those that wait', () => {
    const queue = queueOf(['a', 'a1'], ['b', 'b1']);
    expect(queue.shift()).toBe('a1');
    queue.push('a', 'a2');
    expect([queue.shift(), queue.shift()]).toEqual(['b1', 'a2']);
  });

  it('puts an item at a position among those of its owner', () => {
    const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['b', 'b1']);
    queue.push('a', 'first', 0);
    expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual(['first', 'b1', 'a1', 'a2']);
  });

  it('names the next item and leaves it', () => {
    const queue = queueOf(['a', 'a1'], ['b', 'b1']);
    expect([queue.peek(), queue.size]).toEqual(['a1', 2]);
  });

  it('counts without a removed item, and ignores an item that it does not have', () => {
    const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['b', 'b1']);
    queue.remove('a', 'a1');
    queue.remove('a', 'a1');
    queue.remove('c', 'c1');
    expect([queue.size, queue.sizeOf('a')]).toEqual([2, 1]);
    expect(queue.drain()).toEqual(['a2', 'b1']);
    expect([queue.size, queue.peek()]).toEqual([0, undefined]);
  });
});
