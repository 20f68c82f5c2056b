import { join } from 'node:path';
import ts from 'typescript';
import { checkoutRoot } from '../../dev/checkout';

/** TypeScript sources by name. */
export type Snippets = Readonly<Record<string, string>>;

const STRICT_ES2022: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
};

/**
 * Compiles each snippet as a file of this folder, with the project's settings.
 * @returns the compiler's messages by snippet name, one per line; empty if it compiles
 */
export function compileSnippets(snippets: Snippets): Record<string, string> {
  const files = new Map(
    Object.entries(snippets).map(([name, text], index) => [
      join(__dirname, `snippet-${index}.ts`),
      { name, text },
    ]),
  );
  const texts = new Map([...files].map(([path, { text }]) => [path, text]));
  const program = createProgram(texts, readCompilerOptions());
  return Object.fromEntries(
    [...files].map(([path, { name }]) => {
      const diagnostics = diagnosticsOf(program, program.getSourceFile(path));
      return [name, diagnostics.map(({ messageText }) => flatten(messageText, '\n')).join('\n')];
    }),
  );
}

function readCompilerOptions(): ts.CompilerOptions {
  const path = join(checkoutRoot, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as ConfigFile;
  if (error) throw new Error(flatten(error.messageText, '\n'));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, checkoutRoot);
  // Snippets contain unused declarations.
  return { ...options, noUnusedLocals: false, noUnusedParameters: false };
}

interface ConfigFile {
  readonly config?: unknown;
  readonly error?: ts.Diagnostic;
}

/**
 * Compiles a snippet for browsers: ES2022, no Node types, no decorators.
 * @returns the compiler's messages for it and for the files that it imports, one per line
 */
export function compileForBrowser(text: string): string {
  const path = join(__dirname, 'front-end.ts');
  const options: ts.CompilerOptions = {
    ...STRICT_ES2022,
    skipLibCheck: true,
    resolveJsonModule: true,
    erasableSyntaxOnly: true,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const diagnostics = ts.getPreEmitDiagnostics(createProgram(new Map([[path, text]]), options));
  const lines = diagnostics.map(
    ({ file, messageText }) => `${file?.fileName ?? ''}: ${flatten(messageText)}`,
  );
  return lines.join('\n');
}

/** Creates a program from sources in memory; other files are read from disk. */
function createProgram(texts: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.Program {
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  host.fileExists = (path) => texts.has(path) || disk.fileExists(path);
  host.readFile = (path) => texts.get(path) ?? disk.readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = texts.get(path);
    return text === undefined
      ? disk.getSourceFile(path, version, ...rest)
      : ts.createSourceFile(path, text, version, true);
  };
  return ts.createProgram([...texts.keys()], options, host);
}

/** A source file of another project, and the project's module resolution. */
interface ProjectFile {
  readonly resolution: 'nodenext' | 'bundler';
  /** File name; with `nodenext`, `.mts` and `.cts` select the module format. */
  readonly file: string;
  readonly text: string;
}

/**
 * Compiles a file as part of another project, with that project's packages.
 * @returns the compiler's messages for it and for the client's declarations, one per line, each after its line number
 */
export function compileInProject(project: string, { resolution, file, text }: ProjectFile): string {
  const isNode = resolution === 'nodenext';
  const options: ts.CompilerOptions = {
    ...STRICT_ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: isNode ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext,
    moduleResolution: isNode ? ts.ModuleResolutionKind.NodeNext : ts.ModuleResolutionKind.Bundler,
  };
  const program = createProgram(new Map([[join(project, file), text]]), options);
  const checkedFiles = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith(file) || fileName.includes('/@africa-health/'));
  return checkedFiles
    .flatMap((source) => diagnosticsOf(program, source))
    .map(({ file: source, start = 0, messageText }) => {
      const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
      return `${line + 1}: ${flatten(messageText)}`;
    })
    .join('\n');
}

function diagnosticsOf(program: ts.Program, source?: ts.SourceFile): ts.Diagnostic[] {
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
}

function flatten(message: ts.Diagnostic['messageText'], lineBreak = ' '): string {
  return ts.flattenDiagnosticMessageText(message, lineBreak);
}
