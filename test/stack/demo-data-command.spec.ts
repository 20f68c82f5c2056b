import { until } from '../support/until';
import { CheckoutCopy } from './checkout-copy';

const DEMO_DATA = [process.execPath, 'dev/run.mjs', 'dist/dev/commands/demo-data.js'] as const;

describe('npm run demo:data', () => {
  const copy = CheckoutCopy.forSuite();

  const waitForPostgres = () => until('PostgreSQL runs', () => copy.processes().length >= 4);

  it('leaves no process and no data after an interruption, and fills a running stack only once', async () => {
    const interrupted = copy.launch(DEMO_DATA);
    await waitForPostgres();
    interrupted.interrupt();
    expect((await interrupted.end()).stdout).toBe('');
    expect(await copy.remainingProcesses()).toEqual([]);

    const stack = await copy.start();
    const added = await copy.run(DEMO_DATA);
    expect(added).toMatchObject({ code: 0, stderr: '' });
    const calls = added.stdout.match(/^ +curl .+$/gm) ?? [];
    expect(calls).toHaveLength(2);
    for (const call of calls) {
      const { stdout } = await copy.run(['sh', '-c', call.replace('curl', 'curl -sS')]);
      expect(stdout).toMatch(/"(count|unitsSold)":\d/);
    }
    const again = await copy.run(DEMO_DATA);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('in this database already');
    await copy.stop(stack);
  }, 180_000);
});
