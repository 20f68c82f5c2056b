import { EarliestFirst } from '../../src/shared/earliest-first';

const anyOwner = () => true;

function queueOf(...items: readonly [owner: string, item: string, time: number][]) {
  const queue = new EarliestFirst<string, string>();
  for (const [owner, item, time] of items) queue.push(owner, item, time);
  return queue;
}

describe('a queue that serves the earliest first', () => {
  it('takes items by their time, and those of one time in their order', () => {
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
});
