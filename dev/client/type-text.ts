import ts from 'typescript';
import { schemaOfLine } from '../../src/shared/line';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Types that are named rather than spelt out, as the declarations name them. */
const NAMED: Readonly<Record<string, string>> = { Date: 'Date', ZodError: 'z.ZodError' };

const LEAVES =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Never;

/**
 * Writes types as they are, without the names that they were put together from, so that none of this project's files is
 * mentioned. Fields say what their schemas say of them.
 */
export class TypeWriter {
  constructor(private readonly checker: ts.TypeChecker) {}

  /**
   * @param schema what the type was read from, for the descriptions
   * @throws Error where the type is of a kind that no contract has had so far
   */
  write(type: ts.Type, schema?: object): string {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'unknown';
    if (type.flags & LEAVES) return this.checker.typeToString(type);
    // Text with a brand is text to everybody else.
    const branded = type.isIntersection() && type.types.find(({ flags }) => flags & LEAVES);
    if (branded) return this.checker.typeToString(branded);
    if (type.isUnion()) return this.union(type, schema);
    const named = NAMED[type.getSymbol()?.name ?? ''];
    if (named !== undefined) return named;
    if (this.checker.isArrayType(type)) return `Array<${this.element(type, schema)}>`;
    if (this.isPlainObject(type)) return this.object(type, schema);
    throw new Error(`client: no way to write the type ${this.checker.typeToString(type)}`);
  }

  private isPlainObject(type: ts.Type): boolean {
    const { flags } = type;
    const isObject = (flags & ts.TypeFlags.Object) !== 0 || type.isIntersection();
    return (
      isObject && type.getCallSignatures().length === 0 && this.checker.getIndexInfosOfType(type).length === 0
    );
  }

  private union(type: ts.UnionType, schema: object | undefined): string {
    // tRPC says of what need not be given that it is undefined, and void too.
    const types = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Void));
    const parts = types.map((part) =>
      part.flags & ts.TypeFlags.BooleanLiteral ? 'boolean' : this.write(part, schema),
    );
    // What may be missing is said last, as one would write it.
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

/** Lines between braces, each two spaces further in. */
export function block(lines: readonly string[]): string {
  return `{\n${lines.join('\n').replace(/^(?=.)/gm, '  ')}\n}`;
}

/** A documentation comment of one line, and the line's end; nothing where there is nothing to say. */
export function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`;
}

/** As much of zod's schemas as leads to the fields of an object: wrappers, lists and transformations. */
interface SchemaParts {
  readonly shape?: Readonly<Record<string, object>>;
  readonly unwrap?: () => object;
  readonly in?: object;
  readonly description?: string;
}

/** The fields of the object that a schema reads, itself or in a list; none where it reads something else. */
function fieldsOf(schema: object | undefined): Readonly<Record<string, object>> {
  if (!schema) return {};
  const { shape, in: inner, unwrap }: SchemaParts = schema;
  if (shape) return shape;
  return fieldsOf(unwrap?.() ?? inner ?? schemaOfLine(schema));
}

function descriptionOf(schema: object | undefined): string | undefined {
  const { description }: SchemaParts = schema ?? {};
  return description;
}
