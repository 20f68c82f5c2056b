import ts from 'typescript';
import { schemaOfItem } from '../../src/shared/checked-item';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Types that are written by name, with their names in the declarations. */
const NAMED_TYPES: Readonly<Record<string, string>> = { Date: 'Date', ZodError: 'z.ZodError' };

const PRIMITIVE_FLAGS =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Never;

/**
 * Writes types in full, so that the declarations import none of this project's files. Fields get the descriptions of their
 * schemas as comments.
 */
export class TypeWriter {
  constructor(private readonly checker: ts.TypeChecker) {}

  /**
   * Returns the text of a type.
   * @param schema the type's schema, for the descriptions
   * @throws Error for a kind of type that no contract uses
   */
  write(type: ts.Type, schema?: object): string {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'unknown';
    if (type.flags & PRIMITIVE_FLAGS) return this.checker.typeToString(type);
    // A branded string is written as a string.
    const branded = type.isIntersection() && type.types.find(({ flags }) => flags & PRIMITIVE_FLAGS);
    if (branded) return this.checker.typeToString(branded);
    if (type.isUnion()) return this.union(type, schema);
    const named = NAMED_TYPES[type.getSymbol()?.name ?? ''];
    if (named !== undefined) return named;
    if (this.checker.isArrayType(type)) return `Array<${this.element(type, schema)}>`;
    if (this.isPlainObject(type)) return this.object(type, schema);
    const text = this.record(type) ?? this.reader(type);
    if (text !== undefined) return text;
    throw new Error(`client: no way to write the type ${this.checker.typeToString(type)}`);
  }

  private isPlainObject(type: ts.Type): boolean {
    const { flags } = type;
    const isObject = (flags & ts.TypeFlags.Object) !== 0 || type.isIntersection();
    return (
      isObject && type.getCallSignatures().length === 0 && this.checker.getIndexInfosOfType(type).length === 0
    );
  }

  /** Returns the text of an object with any keys and no named ones. */
  private record(type: ts.Type): string | undefined {
    const [index, ...others] = this.checker.getIndexInfosOfType(type);
    if (!index || others.length > 0 || this.checker.getPropertiesOfType(type).length > 0) return undefined;
    return `Record<${this.write(index.keyType)}, ${this.write(index.type)}>`;
  }

  /** Returns the text of a function without parameters, such as that of a list's item which is checked later. */
  private reader(type: ts.Type): string | undefined {
    const [signature, ...others] = type.getCallSignatures();
    if (!signature || others.length > 0 || signature.parameters.length > 0) return undefined;
    return `() => ${this.write(signature.getReturnType())}`;
  }

  private union(type: ts.UnionType, schema: object | undefined): string {
    // tRPC adds `void` to the `undefined` of an optional input.
    const types = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Void));
    const isBoolean = types.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral).length > 1;
    const parts = types.map((part) =>
      isBoolean && part.flags & ts.TypeFlags.BooleanLiteral ? 'boolean' : this.write(part, schema),
    );
    const last = ['null', 'undefined'];
    return [...new Set(parts)].sort((a, b) => last.indexOf(a) - last.indexOf(b)).join(' | ');
  }

  private element(type: ts.Type, schema: object | undefined): string {
    const [element] = this.checker.getTypeArguments(type as ts.TypeReference);
    return element ? this.write(element, schema) : 'unknown';
  }

  private object(type: ts.Type, schema: object | undefined): string {
    const fields = fieldsOf(schema);
    const lines = this.checker.getPropertiesOfType(type).map((property) => {
      const field = fields[property.name];
      const name = IDENTIFIER.test(property.name) ? property.name : JSON.stringify(property.name);
      const optional = property.flags & ts.SymbolFlags.Optional ? '?' : '';
      const text = this.write(this.checker.getTypeOfSymbol(property), field);
      return `${comment(descriptionOf(field))}${name}${optional}: ${text};`;
    });
    return lines.length === 0 ? '{}' : block(lines);
  }
}

/** Returns lines in braces, indented by two spaces. */
export function block(lines: readonly string[]): string {
  return `{\n${lines.join('\n').replace(/^(?=.)/gm, '  ')}\n}`;
}

/** Returns a documentation comment and a line break; nothing if there is no text. */
export function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`;
}

/** The properties of zod's schemas that lead to an object's fields: of wrappers, arrays and transformations. */
interface SchemaParts {
  readonly shape?: Readonly<Record<string, object>>;
  readonly unwrap?: () => object;
  readonly in?: object;
  readonly description?: string;
}

/** Returns the fields of an object's schema, or of the schema of an array of objects; otherwise none. */
function fieldsOf(schema: object | undefined): Readonly<Record<string, object>> {
  if (!schema) return {};
  const { shape, in: inner, unwrap }: SchemaParts = schema;
  if (shape) return shape;
  return fieldsOf(unwrap?.() ?? inner ?? schemaOfItem(schema));
}

function descriptionOf(schema: object | undefined): string | undefined {
  const { description }: SchemaParts = schema ?? {};
  return description;
}
