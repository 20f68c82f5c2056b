import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { contracts } from '../../src/app-router';
import type { ProcedureContract, RouterContract } from '../../src/platform/contract/contract';
import { checkoutRoot } from '../checkout';
import { TypeWriter, block, comment } from './type-text';

const CLIENT_SOURCE = join(checkoutRoot, 'client');

const routers = Object.entries<RouterContract>(contracts);

/** Writes the package's declarations for the compiler, beside the modules of each format. */
export async function writeDeclarations(folder: string): Promise<void> {
  const program = createProgram();
  const declarations = new Map([
    ...emitDeclarations(program),
    ['app-router', declareAppRouter(program)],
    ['schemas', declareSchemas(program)],
  ]);
  for (const format of ['esm', 'cjs']) {
    await mkdir(join(folder, format), { recursive: true });
    for (const [name, text] of declarations) await writeFile(join(folder, format, `${name}.d.ts`), text);
  }
}

function createProgram(): ts.Program {
  const path = join(CLIENT_SOURCE, 'tsconfig.json');
  const read = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as { config?: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(read.config, ts.sys, CLIENT_SOURCE);
  const settings = { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true };
  const host = ts.createCompilerHost(settings);
  const program = ts.createProgram(fileNames, settings, host);
  const problems = ts.getPreEmitDiagnostics(program);
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, host));
  return program;
}

/**
 * Returns the compiler's declarations of the modules that use no type of the server. Adds file extensions to imports: Node
 * needs them.
 */
function emitDeclarations(program: ts.Program): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const file of program.getSourceFiles()) {
    const name = /\/client\/([\w-]+)\.ts$/.exec(file.fileName)?.[1];
    if (name === undefined || name === 'app-router' || name === 'schemas') continue;
    const collect = (_: string, text: string): void => {
      declarations.set(name, text.replace(/(?<=from '\.\/[\w-]+)(?=')/g, '.js'));
    };
    program.emit(file, collect, undefined, true);
  }
  return declarations;
}

/** Finds a type that a module of the client exports. */
function findExportedType(program: ts.Program, { module, name }: { module: string; name: string }): ts.Type {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(join(CLIENT_SOURCE, `${module}.ts`));
  const symbol = file && checker.getSymbolAtLocation(file);
  const found = symbol && checker.getExportsOfModule(symbol).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`client: ${module} exports no ${name}`);
  const aliased = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  return checker.getDeclaredTypeOfSymbol(aliased);
}

/** Writes an object type with an entry for each procedure, by router and name. */
function writeByProcedure(
  writeEntry: (procedure: ProcedureContract, path: { router: string; name: string }) => string,
): string {
  const entries = routers.map(([router, contract]) => {
    const procedures = Object.entries(contract).map(
      ([name, procedure]) =>
        `${comment(procedure.summary)}${name}: ${writeEntry(procedure, { router, name })};`,
    );
    return `${router}: ${block(procedures)};`;
  });
  return block(entries);
}

/** Writes a type with an entry for each procedure: `Inputs`. @param side the schemas with the descriptions of its fields */
function writeProcedureTypes(
  program: ts.Program,
  { type, side }: { type: ts.Type; side?: 'input' | 'output' },
): string {
  const checker = program.getTypeChecker();
  const writer = new TypeWriter(checker);
  return writeByProcedure((procedure, { router, name }) => {
    const entry = memberType(checker, memberType(checker, type, router), name);
    return writer.write(entry, side && procedure[side]);
  });
}

function memberType(checker: ts.TypeChecker, type: ts.Type, name: string): ts.Type {
  const property = checker.getPropertyOfType(type, name);
  if (!property) throw new Error(`client: nothing is known of ${name}`);
  return checker.getTypeOfSymbol(property);
}

/** Names of the procedure types of `@trpc/server`. */
const PROCEDURE_TYPES = {
  query: 'TRPCQueryProcedure',
  mutation: 'TRPCMutationProcedure',
  subscription: 'TRPCSubscriptionProcedure',
} as const;

function declareAppRouter(program: ts.Program): string {
  const type = (name: string): ts.Type => findExportedType(program, { module: 'app-router', name });
  const errorShape = new TypeWriter(program.getTypeChecker()).write(type('ErrorShape'));
  const procedures = writeByProcedure(({ kind }, { router, name }) => {
    const path = `['${router}']['${name}']`;
    const output = `Outputs${path}`;
    const result = kind === 'subscription' ? `AsyncIterable<{ id: string; data: ${output} }, void>` : output;
    return `${PROCEDURE_TYPES[kind]}<{ input: Inputs${path}; output: ${result}; meta: unknown }>`;
  });
  return `import type { ${['TRPCBuiltRouter', ...Object.values(PROCEDURE_TYPES)].join(', ')} } from '@trpc/server';

/** The input of each procedure: \`Inputs['consultations']['record']\`. */
export interface Inputs ${writeProcedureTypes(program, { type: type('Inputs'), side: 'input' })}

/** The output of each procedure: \`Outputs['consultations']['record']\`; for a subscription, one event. */
export interface Outputs ${writeProcedureTypes(program, { type: type('Outputs'), side: 'output' })}

/** The details of a failed call: the \`shape\` of its \`TRPCClientError\`. */
export interface ErrorShape ${errorShape}

/** The platform's router, for a client with other options: \`createTRPCClient<AppRouter>()\`. */
export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: ErrorShape; transformer: true },
  ${procedures}
>;
`;
}

function declareSchemas(program: ts.Program): string {
  const type = findExportedType(program, { module: 'schemas', name: 'ReadInputs' });
  return `import type { z } from 'zod';
import type { Inputs, Outputs } from './app-router.js';

/** The type of each input after parsing. Send the input itself, not the parsed value. */
export interface ReadInputs ${writeProcedureTypes(program, { type })}

/** The zod schemas of each procedure; \`input\` is undefined if it has no input. */
export type Schemas = {
  readonly [Router in keyof ReadInputs]: {
    readonly [Name in keyof ReadInputs[Router] & keyof Inputs[Router] & keyof Outputs[Router]]: {
      readonly input: ReadInputs[Router][Name] extends undefined
        ? undefined
        : z.ZodType<ReadInputs[Router][Name], Inputs[Router][Name]>;
      readonly output: z.ZodType<Outputs[Router][Name]>;
    };
  };
};

/** The schemas with which the platform parses inputs and checks outputs. */
export declare const schemas: Schemas;
`;
}
