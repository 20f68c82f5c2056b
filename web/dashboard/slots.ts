import { MAX_TREND_LINES } from '../../src/shared/dashboard-values';

/** The number of slots: of distinct colours and signs in the figures, one for each line. */
export const SLOT_COUNT = MAX_TREND_LINES;

/** Chosen so that the six most frequent pathologies of the demonstration have a slot each. */
const [FACTOR, MODULUS] = [33, 1009];

/**
 * Returns the slot of each name, which is its colour and sign in all figures. A name keeps the slot that it holds. Any other takes
 * the one that its letters lead to, or the next free one. It depends only on the names before it.
 * @param held the slots of the first names
 */
export function assignSlots(names: readonly string[], held: readonly number[] = []): number[] {
  const slots = held.slice(0, names.length);
  for (const name of names.slice(slots.length)) {
    const first = preferredSlot(name);
    const order = Array.from({ length: SLOT_COUNT }, (_, steps) => (first + steps) % SLOT_COUNT);
    slots.push(order.find((slot) => !slots.includes(slot)) ?? first);
  }
  return slots;
}

/** Parses the slots of a link. Returns undefined if they are not one different slot for each name. */
export function parseSlots(text: string, names: readonly string[]): number[] | undefined {
  const slots = Array.from(text, (digit) => Number(digit) - 1);
  const isValid = slots.length === names.length && new Set(slots).size === names.length;
  return isValid && slots.every((slot) => slot >= 0 && slot < SLOT_COUNT) ? slots : undefined;
}

/** Returns the slots for a link; undefined if the names lead to the same ones. */
export function formatSlots(names: readonly string[], held: readonly number[]): string | undefined {
  const format = (slots: readonly number[]): string => slots.map((slot) => slot + 1).join('');
  const text = format(assignSlots(names, held));
  return text === format(assignSlots(names)) ? undefined : text;
}

function preferredSlot(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * FACTOR + (letter.codePointAt(0) ?? 0)) % MODULUS;
  return hash % SLOT_COUNT;
}
