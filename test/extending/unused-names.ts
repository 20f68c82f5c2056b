import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ModuleNames, parseModuleNames, replaceNames } from '../../dev/new-module/names';

/** The names in docs/extending.md. */
const GUIDE_NAMES = parseModuleNames('vaccinations');

/** Returns the names for a test's new module: those of the guide, or others if the checkout has a module with that name. */
export function chooseUnusedNames(checkout: string): ModuleNames {
  const isTaken = existsSync(join(checkout, 'src', 'modules', GUIDE_NAMES.plural.kebab));
  return isTaken ? parseModuleNames('guidedExamples') : GUIDE_NAMES;
}

/** Returns the guide with other names. */
export function renameGuide(names: ModuleNames, guide: string): string {
  return replaceNames(guide, GUIDE_NAMES, names);
}
