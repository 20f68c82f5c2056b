import { checkoutRoot } from '../checkout';
import { createSbom } from '../packages/sbom';
import { runCommand } from './run-command';

/** `npm run -s sbom > sbom.json`: prints a CycloneDX SBOM of the packages that production installs. */
async function printSbom(): Promise<void> {
  process.stdout.write(await createSbom(checkoutRoot));
}

runCommand(printSbom);
