import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { checkoutRoot } from './checkout';
import type { ListFile } from './new-module/lists';
import { type ModuleNames, moduleNames } from './new-module/names';
import { type ModulePlan, planModule } from './new-module/plan';
import { runToEnd } from './run-to-end';
import { StackError } from './stack-error';

const USAGE = 'Usage: npm run new:module -- NAMES [--singular NAME] [--dry-run]\nas in: vaccinations';

/** `npm run new:module -- vaccinations`: a module that works, and that only administrators may call until its author says who else. */
async function makeModule(): Promise<void> {
  const { names, isRehearsal } = readArguments();
  const { created, changed } = planModule(checkoutRoot, names, new Date());
  const plan = {
    created: await Promise.all(created.map(laidOut)),
    changed: await Promise.all(changed.map(laidOut)),
  };
  if (!isRehearsal) write(plan);
  process.stdout.write(report(plan, names, isRehearsal));
}

function readArguments(): { names: ModuleNames; isRehearsal: boolean } {
  const { values, positionals } = parsed();
  const [plural, ...others] = positionals;
  if (plural === undefined || others.length > 0) throw new StackError(USAGE);
  return { names: moduleNames(plural, values.singular), isRehearsal: values['dry-run'] };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { singular: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new StackError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** As the checks want it, however long the names are. */
async function laidOut({ path, text }: ListFile): Promise<ListFile> {
  const filepath = join(checkoutRoot, path);
  return { path, text: await format(text, { ...(await resolveConfig(filepath)), filepath }) };
}

function write({ created, changed }: ModulePlan): void {
  for (const { path, text } of created) {
    const file = join(checkoutRoot, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
  for (const { path, text } of changed) writeFileSync(join(checkoutRoot, path), text);
}

function report({ created, changed }: ModulePlan, { plural }: ModuleNames, isRehearsal: boolean): string {
  const pathOf = (ending: string) => created.find(({ path }) => path.endsWith(ending))?.path ?? '';
  const migration = created.find(({ path }) => path.startsWith('migrations/'))?.path ?? '';
  return [
    isRehearsal
      ? `This would make the module ${plural.camel}. Nothing was written.`
      : `Made the module ${plural.camel}. Only administrators may call it, until its contract says who else may.`,
    '',
    ...created.map(({ path }) => `  new      ${path}`),
    ...changed.map(({ path }) => `  changed  ${path}`),
    '',
    ...(isRehearsal
      ? []
      : nextSteps(plural.camel, pathOf('.contract.ts'), [migration, pathOf('.entity.ts')])),
  ].join('\n');
}

function nextSteps(module: string, contract: string, [migration, entity]: [string, string]): string[] {
  return [
    'Next:',
    `  1. ${contract}: what the procedures take and answer, and who may call them (access).`,
    `  2. ${migration} and ${entity}: the columns, which both say alike.`,
    `  3. README.md, docs/wire-format.md, docs/architecture.md: who may call, each field, what the folder holds.`,
    `  4. npm test -- test/contract/${module} test/contract/every-procedure`,
    '',
    'docs/extending.md goes on from here.',
    '',
  ];
}

runToEnd(makeModule);
