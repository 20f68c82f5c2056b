/** OpenAPI, as far as this page looks into it itself. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly deprecated?: boolean;
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

/** A procedure of the document: a path, and the methods that it is called by. */
export interface Procedure {
  readonly tag: string;
  /** Without the module's name; the path itself where that names no procedure. */
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  /** The one to show first comes first: a body is easier to read and to change than a query string. */
  readonly methods: readonly string[];
}

/** Every procedure, in the document's order. */
export function proceduresOf({ paths }: ApiDocument): Procedure[] {
  return Object.entries(paths).flatMap(([path, operations]) => {
    const [first] = Object.values(operations);
    if (!first) return [];
    const methods = Object.keys(operations).sort(
      (one, other) =>
        Number('requestBody' in (operations[other] ?? {})) - Number('requestBody' in (operations[one] ?? {})),
    );
    return [
      {
        tag: first.tags[0] ?? '',
        name: /^\/api\/trpc\/\w+\.(\w+)$/.exec(path)?.[1] ?? path,
        path,
        summary: first.summary,
        deprecated: first.deprecated === true,
        methods,
      },
    ];
  });
}

/**
 * The document as the renderer is given it: calls go to where the page came from, so that the session's cookie goes with
 * them; code samples have the name that it knows; and security is left out, since the page itself asks for the token.
 */
export function forRenderer(document: ApiDocument, origin: string): object {
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, operationForRenderer(operation)]),
    ),
  ]);
  return {
    ...document,
    servers: [{ url: origin }],
    security: [],
    paths: Object.fromEntries(paths) as object,
    components: { ...document.components, securitySchemes: {} },
  };
}

function operationForRenderer(operation: Operation): object {
  const { parameters, 'x-codeSamples': samples } = operation;
  return {
    ...operation,
    security: [],
    ...(parameters && { parameters: parameters.map(parameterForRenderer) }),
    'x-code-samples': samples,
  };
}

/** A parameter that is JSON becomes a text to fill in: the renderer shows none without a schema. */
function parameterForRenderer(parameter: Parameter): object {
  const json = parameter.content?.['application/json'];
  if (!json) return parameter;
  return {
    ...parameter,
    content: undefined,
    schema: { type: 'string', default: JSON.stringify(json.example) },
  };
}
