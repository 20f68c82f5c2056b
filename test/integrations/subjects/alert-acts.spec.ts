import { z } from 'zod';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { exportSubject } from '../../../src/integrations/subjects/subject-export.command';
import { AlertHandlingSuite, EBOLA } from '../../contract/alert-handling-suite';
import { runInProcess } from '../../support/run-command';

const exportedSchema = z.object({
  alertActs: z.array(z.object({ country: z.string(), act: z.string(), content: z.string().nullable() })),
});

describe('what an account did about alerts', () => {
  const here = new AlertHandlingSuite();

  const run = (command: typeof exportSubject, ...args: readonly string[]) =>
    runInProcess(command, here.database, { args });

  /** Returns how many responses are stored for the retries of an account. */
  const storedResponses = async (caller: Awaited<ReturnType<typeof here.reader>>): Promise<number> => {
    const rows = await here.database.query<unknown[]>('SELECT FROM idempotent_answer WHERE account_id = $1', [
      await here.accountOf(caller),
    ]);
    return rows.length;
  };

  it('is exported with the account, and what others did is not', async () => {
    await here.recordAlert('KE');
    const [own, other] = [await here.reader('KE'), await here.reader('KE', 'Okello Achieng')];
    await here.handle(own, { acknowledge: true, note: 'Called.' });
    await here.handle(other, { note: 'Also called.' });
    const { output } = await run(exportSubject, '--account', await here.accountOf(own));
    expect(exportedSchema.parse(JSON.parse(output)).alertActs).toEqual([
      { country: 'KE', act: 'acknowledge', content: null },
      { country: 'KE', act: 'note', content: 'Called.' },
    ]);
  });

  it('stays after an erasure, without the name, also where somebody wrote it', async () => {
    await here.recordAlert('UG');
    const [own, other] = [await here.reader('UG', 'Ann Ali'), await here.reader('UG', 'Okello Achieng')];
    await here.handle(own, {
      acknowledge: true,
      note: 'I called. ANN  ALI (ann.ali.ug@ministry.example.org)',
    });
    await here.handle(other, {
      assignTo: 'Dr Ann Ali',
      note: 'Joann Ali and Ann Alison called; Ann Ali, too.',
    });
    const accountId = await here.accountOf(own);
    const before = await here.findHandling(other);
    const described =
      'Acts on alerts, which stay without its name: 2. Texts about alerts in which its name is replaced: 3; see that none names the person otherwise.';
    expect((await run(eraseSubject, '--account', accountId)).output).toContain(described);
    expect(await here.findHandling(other)).toEqual(before);
    expect((await run(eraseSubject, '--account', accountId, '--confirm')).output).toContain(described);
    const after = await here.findHandling(other);
    expect(after.acts.map(({ act, content, by }) => [act, content, by])).toEqual([
      ['acknowledge', null, null],
      ['note', 'I called. erased (erased)', null],
      ['assign', 'Dr erased', 'Okello Achieng'],
      ['note', 'Joann Ali and Ann Alison called; erased, too.', 'Okello Achieng'],
    ]);
    expect(after.handling.acknowledged).toMatchObject({ by: null });
    expect(JSON.stringify(await here.findAlerts(other))).not.toMatch(/Ann Ali/i);
  });

  it('is without the name in what another account gets for a retry', async () => {
    await here.recordAlert('BI');
    const own = await here.reader('BI', 'Ann Ali');
    const other = await here.reader('BI', 'Okello Achieng');
    await here.handle(own, { acknowledge: true });
    const retried = () => here.handle(other, { note: 'Called.' }, { 'idempotency-key': 'note-1' });
    const first = await retried();
    expect(first.handling.acknowledged).toMatchObject({ by: 'Ann Ali' });
    await run(eraseSubject, '--account', await here.accountOf(own), '--confirm');
    const second = await retried();
    expect(second.acts.map(({ act, by }) => [act, by])).toEqual([
      ['acknowledge', null],
      ['note', 'Okello Achieng'],
    ]);
  });

  it('is without the name, quotation marks and line breaks included, in what another account gets for a retry', async () => {
    await here.recordAlert('BW');
    const name = 'Ann "Kay" Ali';
    const own = await here.reader('BW', name);
    const other = await here.reader('BW', 'Okello Achieng');
    await here.handle(other, { note: `Called.\n${name} knows.` }, { 'idempotency-key': 'note-2' });
    await run(eraseSubject, '--account', await here.accountOf(own), '--confirm');
    expect(await storedResponses(other)).toBe(0);
  });

  it('stays in the stored responses of other countries that have the same name', async () => {
    for (const country of ['MW', 'ZM', 'LS']) await here.recordAlert(country);
    const own = await here.reader('MW', 'Chanda Phiri');
    const other = await here.reader('ZM', 'Okello Achieng');
    const earlier = await here.reader('LS', 'Thabo Nkosi');
    const all = await here.reader('*', 'Hodan Warsame');
    const key = { 'idempotency-key': 'note-3' };
    await here.handle(other, { note: 'Chanda Phiri called.' }, key);
    await here.handle(earlier, { note: 'Chanda Phiri called.' }, key);
    await here.database.query('UPDATE idempotent_answer SET country = NULL WHERE account_id = $1', [
      await here.accountOf(earlier),
    ]);
    await here.handle(all, { country: 'MW', note: 'Chanda Phiri called.' }, key);
    await run(eraseSubject, '--account', await here.accountOf(own), '--confirm');
    expect(await Promise.all([other, all, earlier].map(storedResponses))).toEqual([1, 0, 0]);
  });

  it('has the name replaced in the country of the account only, and its e-mail address in all', async () => {
    for (const country of ['ET', 'SO']) await here.recordAlert(country);
    const own = await here.reader('ET', 'Ali');
    const other = await here.reader('SO', 'Hodan Warsame');
    await here.handle(own, { note: 'Ali called.' });
    await here.handle(other, {
      assignTo: 'Dr Ali Hassan',
      note: 'Write to ...Ali.ET@ministry.example.org, not b.ali.et@ministry.example.org or ali.et@ministry.example.org.ke.',
    });
    const accountId = await here.accountOf(own);
    const { output } = await run(eraseSubject, '--account', accountId);
    expect(output).toContain('Texts about alerts in which its name is replaced: 2;');
    const listed = output.split('\n').filter((line) => line.startsWith('Would change'));
    expect(listed).toEqual([
      `Would change a text about ${EBOLA} in ET: "Ali called."`,
      `Would change a text about ${EBOLA} in SO: "Write to ...Ali.ET@ministry.example.org, not b.ali.et@ministry.example.org or ali.et@ministry.example.org.ke."`,
    ]);
    const erased = await run(eraseSubject, '--account', accountId, '--confirm');
    expect(erased.output).not.toContain('Ali');
    expect(await here.storedActs('ET')).toEqual([['note', 'erased called.']]);
    expect(await here.storedActs('SO')).toEqual([
      ['assign', 'Dr Ali Hassan'],
      ['note', 'Write to ...erased, not b.ali.et@ministry.example.org or ali.et@ministry.example.org.ke.'],
    ]);
  });

  it('has the name of an account of all countries replaced in all', async () => {
    await here.recordAlert('DJ');
    await here.handle(await here.reader('DJ', 'Hodan Warsame'), { assignTo: 'Zuri Okafor' });
    const own = await here.reader('*', 'Zuri Okafor');
    await run(eraseSubject, '--account', await here.accountOf(own), '--confirm');
    expect(await here.storedActs('DJ')).toEqual([['assign', 'erased']]);
  });

  it('is erased also if the name has characters of regular expressions', async () => {
    await here.recordAlert('TZ');
    const own = await here.reader('TZ', "N'Golo (K.) [a-z]*");
    await here.handle(own, { assignTo: "N'Golo (K.) [a-z]*", note: 'aaa stays' });
    await run(eraseSubject, '--account', await here.accountOf(own), '--confirm');
    expect(await here.storedActs('TZ')).toEqual([
      ['assign', 'erased'],
      ['note', 'aaa stays'],
    ]);
  });

  it('leaves the texts of all as they are if the account has no name', async () => {
    await here.recordAlert('RW');
    const nameless = here.anyone.as(
      await here.platform.session({ role: 'ministry', country: 'RW', name: '', email: '' }),
    );
    const handled = await here.handle(nameless, { pathology: EBOLA, note: 'Called.' });
    expect(handled.acts).toMatchObject([{ by: null }]);
    await run(eraseSubject, '--account', await here.accountOf(nameless), '--confirm');
    expect(await here.storedActs('RW')).toEqual([['note', 'Called.']]);
  });
});
