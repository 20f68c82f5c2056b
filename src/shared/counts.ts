/** Changes the count of a key, which is zero if there is none, and removes it when it becomes zero. */
export function changeCount<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
