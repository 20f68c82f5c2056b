/** How many rows hold one count. Writers to one row wait for one another; readers sum over all. */
const COUNT_SLOTS = 8;

/** The row that this write counts in. */
export function slotOfWriter(): number {
  return Math.floor(Math.random() * COUNT_SLOTS);
}
