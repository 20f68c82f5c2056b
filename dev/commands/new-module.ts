import { parseArgs } from 'node:util';
import { checkoutRoot } from '../checkout';
import { type FilePlan, layOut, writeFiles } from '../new-module/files';
import { type ModuleNames, moduleNames } from '../new-module/names';
import { planModule } from '../new-module/plan';
import { runCommand } from './run-command';
import { StackError } from '../stack/stack-error';

const USAGE = 'Usage: npm run new:module -- NAMES [--singular NAME] [--dry-run]\nas in: vaccinations';

/** `npm run new:module -- vaccinations`: makes a module that passes every check. Only administrators may call it at first. */
async function makeModule(): Promise<void> {
  const { names, isRehearsal } = readArguments();
  const plan = await layOut(planModule(checkoutRoot, names, new Date()));
  if (!isRehearsal) writeFiles(plan);
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

function report({ created, changed }: FilePlan, { plural }: ModuleNames, isRehearsal: boolean): string {
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
    `  1. ${contract}: input, output and access of each procedure.`,
    `  2. ${migration} and ${entity}: the same columns in both.`,
    `  3. README.md, docs/wire-format.md, docs/architecture.md: who may call, each field, the new folder.`,
    `  4. npm test -- test/contract/${module} test/contract/every-procedure`,
    '',
    'docs/extending.md has the next steps.',
    '',
  ];
}

runCommand(makeModule);
