import { logIn } from '../../dev/login/login-flow';
import { waitForExit } from '../../dev/stack/processes';
import { payload, PlainCaller } from '../support/plain-caller';
import { CheckoutCopy, type RunningCopy } from './checkout-copy';

describe('a stack whose launcher was killed', () => {
  const copy = CheckoutCopy.forSuite();

  const callerOf = async ({ baseUrl }: RunningCopy, username: string) =>
    new PlainCaller(baseUrl).as(`session=${await logIn({ baseUrl, username })}`);

  it('starts again with its recorded data', async () => {
    const first = await copy.start();
    const doctor = await callerOf(first, 'doctor.ke');
    const consultation = {
      patientId: 'P-1',
      pathologyName: 'Malaria',
      consultationDate: '2026-03-14T09:30:00Z',
    };
    payload(await doctor.post('consultations.record', consultation));
    process.kill(first.pid, 'SIGKILL');
    expect(await waitForExit(first.pid, 5_000)).toBe(true);
    const session = [
      process.execPath,
      'dev/run.mjs',
      'dist/dev/commands/print-session.js',
      'doctor',
    ] as const;
    expect((await copy.run(session)).code).toBe(1);

    const second = await copy.start();
    const ministry = await callerOf(second, 'ministry.ke');
    const statistics = payload(await ministry.get('health.pathologyStats', { year: 2026, month: 3 }));
    expect(statistics).toEqual([{ name: 'Malaria', count: 1 }]);

    await copy.stop(second);
  });

  it('ends if only npm is terminated', async () => {
    const stack = await copy.start(['npm', 'start']);
    stack.launcher.terminate();
    await stack.launcher.end();
    expect(await copy.remainingProcesses()).toEqual([]);
  });
});
