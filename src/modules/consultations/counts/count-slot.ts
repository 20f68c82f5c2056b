/** Number of rows that hold one count. Writers of the same row wait for each other; readers sum all rows. */
const COUNT_SLOTS = 8;

/** Returns a random slot for a write. */
export function pickCountSlot(): number {
  return Math.floor(Math.random() * COUNT_SLOTS);
}
