/** The fields of the OpenAPI document that this page reads. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly 'x-writes'?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
  readonly 'x-codeSamples'?: readonly {
    readonly lang: string;
    readonly label: string;
    readonly source: string;
  }[];
}

interface Parameter {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

/** A path of the document with its methods. */
export interface Procedure {
  readonly tag: string;
  /** Without the module's name; the whole path if it is not a tRPC procedure. */
  readonly name: string;
  /** With the module's name. */
  readonly title: string;
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  /** Methods with a body first: a body is easier to edit than a query string. */
  readonly methods: readonly string[];
}

/** Lists the procedures in the document's order. */
export function listProcedures({ paths }: ApiDocument): Procedure[] {
  return Object.entries(paths).flatMap(([path, operations]) => {
    const [first] = Object.values(operations);
    if (!first) return [];
    const methods = Object.keys(operations).sort(
      (a, b) =>
        Number('requestBody' in (operations[b] ?? {})) - Number('requestBody' in (operations[a] ?? {})),
    );
    return [
      {
        tag: first.tags[0] ?? '',
        name: /^\w+\.(\w+)$/.exec(titleOf(path))?.[1] ?? path,
        title: titleOf(path),
        path,
        summary: first.summary,
        deprecated: first.deprecated === true,
        methods,
      },
    ];
  });
}

/**
 * Adapts the document to the renderer: calls go to the page's own origin, so that they include the session's cookie;
 * code samples have the renderer's field name; security is removed, because `Credentials` adds the token.
 */
export function toRendererDocument(document: ApiDocument, origin: string): object {
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, toRendererOperation(operation, path)]),
    ),
  ]);
  return {
    ...document,
    tags: [],
    servers: [{ url: origin }],
    security: [],
    paths: Object.fromEntries(paths) as object,
    components: { ...document.components, securitySchemes: {} },
  };
}

/** Returns the name of a procedure with its module, such as `consultations.record`; the path of another route. */
function titleOf(path: string): string {
  return /^\/api\/trpc\/(\w+\.\w+)$/.exec(path)?.[1] ?? path;
}

function toRendererOperation(operation: Operation, path: string): object {
  const { parameters, 'x-codeSamples': samples } = operation;
  return {
    ...operation,
    // The renderer's title of an operation is its tag.
    tags: [titleOf(path)],
    security: [],
    ...(parameters && { parameters: parameters.map(toRendererParameter) }),
    'x-code-samples': samples,
  };
}

/** Turns a JSON parameter into a text field: the renderer shows no field without a schema. */
function toRendererParameter(parameter: Parameter): object {
  const json = parameter.content?.['application/json'];
  if (!json) return parameter;
  return {
    ...parameter,
    content: undefined,
    schema: { type: 'string', default: JSON.stringify(json.example) },
  };
}
