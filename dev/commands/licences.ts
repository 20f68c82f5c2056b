import { checkoutRoot } from '../checkout';
import { type PackageLicence, isAllowed, listLicences } from '../packages/licences';
import { OperatorError } from '../../src/platform/config/operator-error';
import { runCommand } from './run-command';

/**
 * `npm run -s licences`: prints the packages that production installs with their licences. Fails if one of these is not
 * allowed.
 */
async function printLicences(): Promise<void> {
  const licences = await listLicences(checkoutRoot);
  process.stdout.write(formatLines(licences));
  const refused = licences.filter((each) => !isAllowed(each));
  if (refused.length > 0)
    throw new OperatorError(
      `These licences are not allowed in dev/packages/licences.ts:\n${formatLines(refused)}`,
    );
}

function formatLines(licences: readonly PackageLicence[]): string {
  return licences.map(({ id, licence = 'none' }) => `${id}\t${licence}\n`).join('');
}

runCommand(printLicences);
