import { join } from 'node:path';
import ts from 'typescript';
import { checkoutRoot } from '../../dev/checkout';

/** A piece of TypeScript, by a name of its own. */
export type Snippets = Readonly<Record<string, string>>;

/**
 * Compiles each snippet as if it were a file of this folder, with the project's own settings.
 * @returns what the compiler says of each, one problem a line; empty where it compiles
 */
export function compile(snippets: Snippets): Record<string, string> {
  const files = new Map(
    Object.entries(snippets).map(([name, text], index) => [
      join(__dirname, `snippet-${index}.ts`),
      { name, text },
    ]),
  );
  const texts = new Map([...files].map(([path, { text }]) => [path, text]));
  const program = programOf(texts, compilerOptions());
  return Object.fromEntries(
    [...files].map(([path, { name }]) => {
      const source = program.getSourceFile(path);
      const diagnostics = [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ];
      return [
        name,
        diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'),
      ];
    }),
  );
}

function compilerOptions(): ts.CompilerOptions {
  const path = join(checkoutRoot, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as ConfigFile;
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, checkoutRoot);
  // A snippet declares what it does not go on to use.
  return { ...options, noUnusedLocals: false, noUnusedParameters: false };
}

interface ConfigFile {
  readonly config?: unknown;
  readonly error?: ts.Diagnostic;
}

/**
 * Compiles a snippet as a browser's front end would: no types of Node, no decorators, nothing newer than ES2022.
 * @returns what the compiler says of it and of every file of ours that it pulls in, one problem a line
 */
export function compileForBrowser(text: string): string {
  const path = join(__dirname, 'front-end.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    resolveJsonModule: true,
    erasableSyntaxOnly: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const program = programOf(new Map([[path, text]]), options);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
    .join('\n');
}

/** A program of texts that stand in no file; all else is read from the disk. */
function programOf(texts: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.Program {
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

/** A file of a project of somebody else's, and how its compiler finds modules. */
interface ProjectFile {
  readonly resolution: 'nodenext' | 'bundler';
  /** Its name; `.mts` and `.cts` decide the format where Node resolves. */
  readonly file: string;
  readonly text: string;
}

/**
 * Compiles a file as if it were in a project, with that project's packages.
 * @returns what the compiler says of it, and of the declarations of our package, one problem a line after its line's number
 */
export function compileInProject(project: string, { resolution, file, text }: ProjectFile): string {
  const node = resolution === 'nodenext';
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: node ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext,
    moduleResolution: node ? ts.ModuleResolutionKind.NodeNext : ts.ModuleResolutionKind.Bundler,
  };
  const program = programOf(new Map([[join(project, file), text]]), options);
  const ours = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith(file) || fileName.includes('/@africa-health/'));
  return ours
    .flatMap((source) => [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ])
    .map(({ file: source, start = 0, messageText }) => {
      const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
      return `${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    })
    .join('\n');
}
