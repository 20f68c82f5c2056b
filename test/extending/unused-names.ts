import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ModuleNames, moduleNames, renamed } from '../../dev/new-module/names';

/** The names that docs/extending.md uses. */
const GUIDE_NAMES = moduleNames('vaccinations');

/** The names of a module to make in a test: the guide's, or others if this checkout has a module of that name. */
export function unusedNames(checkout: string): ModuleNames {
  const isTaken = existsSync(join(checkout, 'src', 'modules', GUIDE_NAMES.plural.kebab));
  return isTaken ? moduleNames('guidedExamples') : GUIDE_NAMES;
}

/** Returns the text of the guide with other names in it. */
export function guideWith(names: ModuleNames, guide: string): string {
  return renamed(guide, GUIDE_NAMES, names);
}
