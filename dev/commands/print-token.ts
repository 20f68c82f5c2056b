import { findMachine, machines } from '../portal/machines';
import { requestToken } from '../portal/machine-token';
import { OperatorError } from '../../src/platform/config/operator-error';
import { readStackFile } from '../stack/stack-file';

/** `npm run -s dev:token -- clinic`: requests an access token from the running stack's portal and prints it. */
async function printToken(clientId: string | undefined): Promise<void> {
  const names = machines.map((machine) => machine.clientId).join(', ');
  if (clientId === undefined)
    throw new OperatorError(`Whose token? npm run -s dev:token -- clinic\nMachines: ${names}`);
  const machine = findMachine(clientId);
  if (machine === undefined) throw new OperatorError(`There is no machine ${clientId}. Machines: ${names}`);
  const stack = readStackFile();
  if (stack === undefined) throw new OperatorError('Nothing runs in this checkout. Start it with: npm start');
  if (stack.portal === null) {
    throw new OperatorError(
      'The running stack uses the portal that OAUTH_* names, and only the embedded one has these machines.',
    );
  }
  process.stdout.write(`${await requestToken(stack.portal, machine)}\n`);
}

printToken(process.argv[2]).catch((error: unknown) => {
  const problem = error instanceof Error ? error : new Error(String(error));
  const cause = problem.cause instanceof Error ? ` (${problem.cause.message})` : '';
  process.stderr.write(`${problem instanceof OperatorError ? '' : 'No token: '}${problem.message}${cause}\n`);
  process.exitCode = 1;
});
