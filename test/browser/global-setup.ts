import 'reflect-metadata';
import { CheckoutCopy } from '../stack/checkout-copy';
import { publishStack } from './shared-stack';

/** Starts what a whole run shares: the stack, in a checkout of its own, filled with demo data as the README says. */
export default async function globalSetup(): Promise<void> {
  const copy = await CheckoutCopy.create();
  try {
    const { baseUrl, databaseUrl } = await copy.start(['npm', 'start']);
    if (databaseUrl === null) throw new Error('the stack of the tests embeds its database');
    const filling = copy.launch(['npm', 'run', '-s', 'demo:data']);
    const { code, stderr } = await filling.end({ within: 120_000 });
    if (code !== 0) throw new Error(`npm run demo:data ended with ${String(code)}: ${stderr}`);
    publishStack({ baseUrl, databaseUrl });
  } catch (error) {
    await copy.remove();
    throw error;
  }
  globalThis.stopTestServers = () => copy.remove();
}
