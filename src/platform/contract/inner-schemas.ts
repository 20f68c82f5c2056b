import type { z } from 'zod';
import { schemaOfItem } from '../../shared/checked-item';

type Schema = z.core.$ZodType;

/** The schemas inside a schema, by what they apply to. */
interface InnerSchemas {
  /** Apply to the value itself. */
  readonly same?: readonly Schema[];
  /** Alternatives, of which those apply that accept the value. */
  readonly alternatives?: readonly Schema[];
  /** Apply to the value's fields, by name. */
  readonly fields?: Readonly<Record<string, Schema>>;
  /** Whether the value may have other fields, too. */
  readonly isOpen?: boolean;
  /** Applies to each element. */
  readonly elements?: Schema;
}

/** Returns the schema that a schema wraps: the input of a pipe, or the inner type of an optional, nullable or default. */
export function innerSchemaOf(schema: Schema): Schema | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return def.in;
  if (def.type === 'lazy') return def.getter();
  return 'innerType' in def ? def.innerType : undefined;
}

export function innerSchemasOf(schema: Schema): InnerSchemas {
  const inner = schemaOfItem(schema) ?? innerSchemaOf(schema);
  if (inner) return { same: [inner] };
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') {
    const { shape, catchall } = def;
    return { fields: shape, isOpen: catchall !== undefined && catchall._zod.def.type !== 'never' };
  }
  if (def.type === 'array') return { elements: def.element };
  if (def.type === 'tuple') return { fields: Object.fromEntries(def.items.entries()) };
  if (def.type === 'record') return { elements: def.valueType };
  if (def.type === 'intersection') return { same: [def.left, def.right] };
  if (def.type === 'union') return { alternatives: def.options };
  return {};
}
