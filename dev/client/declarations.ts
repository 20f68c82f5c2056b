import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { contracts } from '../../src/app-router';
import type { ProcedureContract, RouterContract } from '../../src/platform/trpc/contract/contract';
import { checkoutRoot } from '../checkout';
import { TypeWriter, block, comment } from './type-text';

const SOURCE = join(checkoutRoot, 'client');

const routers = Object.entries<RouterContract>(contracts);

/** Writes what the compiler reads of the package, beside the modules of each format. */
export async function writeDeclarations(folder: string): Promise<void> {
  const program = programOf();
  const declarations = new Map([
    ...handWritten(program),
    ['app-router', appRouter(program)],
    ['schemas', schemas(program)],
  ]);
  for (const format of ['esm', 'cjs']) {
    await mkdir(join(folder, format), { recursive: true });
    for (const [name, text] of declarations) await writeFile(join(folder, format, `${name}.d.ts`), text);
  }
}

function programOf(): ts.Program {
  const path = join(SOURCE, 'tsconfig.json');
  const read = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as { config?: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(read.config, ts.sys, SOURCE);
  const settings = { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true };
  const host = ts.createCompilerHost(settings);
  const program = ts.createProgram(fileNames, settings, host);
  const problems = ts.getPreEmitDiagnostics(program);
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, host));
  return program;
}

/** The declarations of the modules that use no type of the server. Imports name files, as Node wants it of both formats. */
function handWritten(program: ts.Program): Map<string, string> {
  const written = new Map<string, string>();
  for (const file of program.getSourceFiles()) {
    const name = /\/client\/([\w-]+)\.ts$/.exec(file.fileName)?.[1];
    if (name === undefined || name === 'app-router' || name === 'schemas') continue;
    const keep = (_: string, text: string): void => {
      written.set(name, text.replace(/(?<=from '\.\/[\w-]+)(?=')/g, '.js'));
    };
    program.emit(file, keep, undefined, true);
  }
  return written;
}

/** A type that a module of the package exports, as text. */
function exported(program: ts.Program, { module, name }: { module: string; name: string }): ts.Type {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(join(SOURCE, `${module}.ts`));
  const symbol = file && checker.getSymbolAtLocation(file);
  const found = symbol && checker.getExportsOfModule(symbol).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`client: ${module} exports no ${name}`);
  const aliased = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  return checker.getDeclaredTypeOfSymbol(aliased);
}

/** Something of each procedure, by router and name. */
function byProcedure(
  text: (procedure: ProcedureContract, place: { router: string; name: string }) => string,
): string {
  const entries = routers.map(([router, contract]) => {
    const procedures = Object.entries(contract).map(
      ([name, procedure]) => `${comment(procedure.summary)}${name}: ${text(procedure, { router, name })};`,
    );
    return `${router}: ${block(procedures)};`;
  });
  return block(entries);
}

/** A type with an entry for each procedure, such as `Inputs`. @param side of the schemas that describe its fields, if any */
function written(program: ts.Program, { type, side }: { type: ts.Type; side?: 'input' | 'output' }): string {
  const checker = program.getTypeChecker();
  const writer = new TypeWriter(checker);
  return byProcedure((procedure, { router, name }) => {
    const entry = member(checker, member(checker, type, router), name);
    return writer.write(entry, side && procedure[side]);
  });
}

function member(checker: ts.TypeChecker, type: ts.Type, name: string): ts.Type {
  const property = checker.getPropertyOfType(type, name);
  if (!property) throw new Error(`client: nothing is known of ${name}`);
  return checker.getTypeOfSymbol(property);
}

/** How `@trpc/server` calls the types of procedures. */
const WRAPPERS = {
  query: 'TRPCQueryProcedure',
  mutation: 'TRPCMutationProcedure',
  subscription: 'TRPCSubscriptionProcedure',
} as const;

function appRouter(program: ts.Program): string {
  const type = (name: string): ts.Type => exported(program, { module: 'app-router', name });
  const errorShape = new TypeWriter(program.getTypeChecker()).write(type('ErrorShape'));
  const procedures = byProcedure(({ kind }, { router, name }) => {
    const place = `['${router}']['${name}']`;
    const output = `Outputs${place}`;
    const answered =
      kind === 'subscription' ? `AsyncIterable<{ id: string; data: ${output} }, void>` : output;
    return `${WRAPPERS[kind]}<{ input: Inputs${place}; output: ${answered}; meta: unknown }>`;
  });
  return `import type { ${['TRPCBuiltRouter', ...Object.values(WRAPPERS)].join(', ')} } from '@trpc/server';

/** What each procedure takes: \`Inputs['consultations']['record']\`. */
export interface Inputs ${written(program, { type: type('Inputs'), side: 'input' })}

/** What each procedure answers: \`Outputs['consultations']['record']\`; of a subscription, one event. */
export interface Outputs ${written(program, { type: type('Outputs'), side: 'output' })}

/** What is known of an error: \`shape\` of the \`TRPCClientError\` that a call ends with. */
export interface ErrorShape ${errorShape}

/** The type of the platform, for whoever builds a client of their own: \`createTRPCClient<AppRouter>()\`. */
export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: ErrorShape; transformer: true },
  ${procedures}
>;
`;
}

function schemas(program: ts.Program): string {
  const type = exported(program, { module: 'schemas', name: 'ReadInputs' });
  return `import type { z } from 'zod';
import type { Inputs, Outputs } from './app-router.js';

/** What an input is read into. It is for looking at: what is sent is the input itself. */
export interface ReadInputs ${written(program, { type })}

/** The zod schemas of each procedure; \`input\` is undefined where it takes none. */
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

/** The schemas by which the platform reads each call and checks each answer. */
export declare const schemas: Schemas;
`;
}
