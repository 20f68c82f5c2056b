import { z } from 'zod';

/** An item of an input list. The service checks it, so that the items of a long list take turns. */
export interface CheckedItem<Value> {
  /** Returns the value of the item, or its problems. */
  readonly check: () => z.ZodSafeParseResult<Value>;
}

const itemSchemas = new WeakMap<object, z.ZodType>();

/**
 * Returns a schema that makes an item of a list a CheckedItem, so that an invalid item does not reject the whole list.
 * Client types and documents show the schema of the item.
 */
export function checkedItem<Item extends z.ZodType>(item: Item) {
  const uncheckedItem = z.custom<z.input<Item>>();
  itemSchemas.set(uncheckedItem, item);
  return uncheckedItem.transform((value): CheckedItem<z.output<Item>> => ({
    check: () => item.safeParse(value),
  }));
}

/** Returns the schema of the items for a schema of `checkedItem`; undefined for any other schema. */
export function schemaOfItem(schema: object): z.ZodType | undefined {
  return itemSchemas.get(schema);
}
