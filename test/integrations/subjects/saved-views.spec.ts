import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { exportSubject } from '../../../src/integrations/subjects/subject-export.command';
import { ListeningSuite } from '../../support/listening-suite';
import { payload } from '../../support/plain-caller';
import { runInProcess } from '../../support/run-command';

describe('the saved views of an account', () => {
  const here = new ListeningSuite();

  const run = (command: typeof exportSubject, ...args: readonly string[]) =>
    runInProcess(command, here.database, { args });

  async function createAccount(name: string) {
    const caller = await here.ministry('KE');
    payload(await caller.post('views.save', { name, query: 'period=2026' }));
    return here.accountOf(caller);
  }

  const storedNames = async () => {
    const rows = await here.database.query<{ name: string }[]>('SELECT name FROM saved_view');
    return rows.map(({ name }) => name).sort();
  };

  it('are exported and erased with it, and those of others are not', async () => {
    const [own] = [await createAccount('Own'), await createAccount('Other')];
    const { output } = await run(exportSubject, '--account', own);
    expect(JSON.parse(output)).toMatchObject({
      savedViews: [{ name: 'Own', query: 'period=2026', savedAt: expect.any(String) as string }],
    });
    await run(eraseSubject, '--account', own);
    expect(await storedNames()).toEqual(['Other', 'Own']);
    await run(eraseSubject, '--account', own, '--confirm');
    expect(await storedNames()).toEqual(['Other']);
  });
});
