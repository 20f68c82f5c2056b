import { parseArgs } from 'node:util';
import { checkoutRoot } from '../checkout';
import { type FilePlan, writeFiles } from '../new-module/files';
import { type ModuleNames, parseModuleNames } from '../new-module/names';
import { planModule } from '../new-module/plan';
import { runCommand } from './run-command';
import { OperatorError, getErrorMessage } from '../../src/platform/config/operator-error';

const USAGE = 'Usage: npm run new:module -- PLURAL [--singular NAME] [--dry-run]\nas in: vaccinations';

/**
 * `npm run new:module -- vaccinations`: creates a module that passes every check. Only the role `admin` may call its
 * procedures.
 */
async function createModule(): Promise<void> {
  const { names, isDryRun } = readArguments();
  const plan = planModule(checkoutRoot, names, new Date());
  if (!isDryRun) await writeFiles(plan);
  process.stdout.write(formatReport(plan, names, isDryRun));
}

function readArguments(): { names: ModuleNames; isDryRun: boolean } {
  const { values, positionals } = parseCommandLine();
  const [plural, ...others] = positionals;
  if (plural === undefined || others.length > 0) throw new OperatorError(USAGE);
  return { names: parseModuleNames(plural, values.singular), isDryRun: values['dry-run'] };
}

function parseCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { singular: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new OperatorError(`${getErrorMessage(error)}\n${USAGE}`);
  }
}

function formatReport({ created, changed }: FilePlan, { plural }: ModuleNames, isDryRun: boolean): string {
  const files = [
    '',
    ...created.map(({ path }) => `  new      ${path}`),
    ...changed.map(({ path }) => `  changed  ${path}`),
    '',
  ];
  if (isDryRun)
    return [`This would create the module ${plural.camel}. Nothing was written.`, ...files].join('\n');
  const findPath = (part: string) => created.find(({ path }) => path.includes(part))?.path ?? part;
  return [
    `Created the module ${plural.camel}. Only administrators may call it, until you change the access in its contract.`,
    ...files,
    'Next:',
    `  1. ${findPath('.contract.ts')}: input, output and access of each procedure.`,
    `  2. ${findPath('/migrations/')} and ${findPath('.entity.ts')}: the same columns in both.`,
    `  3. npm test -- test/contract/${plural.camel} test/contract/every-procedure`,
    '',
    'docs/extending.md describes the further steps.',
    '',
  ].join('\n');
}

runCommand(createModule);
