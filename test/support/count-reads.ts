/** Returns a list that counts how often its items are read. */
export function countReads<Item>(items: readonly Item[]): { list: readonly Item[]; reads: () => number } {
  let count = 0;
  const list = new Proxy(items, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) count += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  return { list, reads: () => count };
}
