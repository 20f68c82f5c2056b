import { logIn } from '../login/login-flow';
import { accounts, findAccount } from '../portal/accounts';
import { OperatorError } from '../../src/platform/config/operator-error';
import { readStackFile } from '../stack/stack-file';

/** `npm run -s dev:session -- doctor`: logs in to the running stack and prints the session cookie. */
async function printSession(username: string | undefined): Promise<void> {
  const names = accounts.map((account) => account.username).join(', ');
  if (username === undefined)
    throw new OperatorError(`Whose session? npm run -s dev:session -- doctor\nAccounts: ${names}`);
  if (findAccount(username) === undefined)
    throw new OperatorError(`There is no account ${username}. Accounts: ${names}`);
  const stack = readStackFile();
  if (stack === undefined) throw new OperatorError('Nothing runs in this checkout. Start it with: npm start');
  if (stack.portal === null) {
    throw new OperatorError(
      'The running stack uses the portal that OAUTH_* names, and only the embedded one has these accounts.',
    );
  }
  process.stdout.write(`session=${await logIn({ baseUrl: stack.baseUrl, username })}\n`);
}

printSession(process.argv[2]).catch((error: unknown) => {
  const problem = error instanceof Error ? error : new Error(String(error));
  const cause = problem.cause instanceof Error ? ` (${problem.cause.message})` : '';
  process.stderr.write(
    `${problem instanceof OperatorError ? '' : 'No session: '}${problem.message}${cause}\n`,
  );
  process.exitCode = 1;
});
