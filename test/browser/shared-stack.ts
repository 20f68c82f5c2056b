import { z } from 'zod';
import { CheckoutCopy } from '../stack/checkout-copy';
import { DATABASE_DEADLINES } from '../support/environment';

const VARIABLE = 'TEST_STACK';

const stackSchema = z.object({ baseUrl: z.string(), databaseUrl: z.string() });

export type SharedStack = z.output<typeof stackSchema>;

/** The suites sign in side by side as the same accounts: a session must not end another test's. */
const SETTINGS = { ...DATABASE_DEADLINES, SESSIONS_PER_ACCOUNT: '1000' };

/**
 * Starts the stack that all browser suites share, in a copy of the checkout, and fills it with demo data.
 * @returns a function that stops it
 */
export async function startSharedStack(): Promise<() => Promise<void>> {
  const copy = await CheckoutCopy.create();
  try {
    const { baseUrl, databaseUrl } = await copy.start(['npm', 'start'], SETTINGS);
    if (databaseUrl === null) throw new Error('the stack of the tests embeds its database');
    const filling = copy.launch(['npm', 'run', '-s', 'demo:data']);
    const { code, stderr } = await filling.end({ within: 120_000 });
    if (code !== 0) throw new Error(`npm run demo:data ended with ${String(code)}: ${stderr}`);
    // Jest passes the setup's variables on to the test processes.
    process.env[VARIABLE] = JSON.stringify({ baseUrl, databaseUrl });
  } catch (error) {
    await copy.remove();
    throw error;
  }
  return () => copy.remove();
}

export function sharedStack(): SharedStack {
  return stackSchema.parse(JSON.parse(process.env[VARIABLE] ?? 'null'));
}
