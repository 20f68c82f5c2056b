import { failure } from '../support/plain-caller';
import { AlertHandlingSuite, EBOLA } from './alert-handling-suite';

const tooMany = (message: string) => ({ status: 422, code: 'UNPROCESSABLE_CONTENT', message });

describe('the limits of health.handleAlert', () => {
  const here = new AlertHandlingSuite();

  /** Repeats the acts of a country until it has a number of them, with other contents. */
  const repeatActs = async (country: string, number: number) =>
    here.database.query<unknown>(
      `INSERT INTO alert_act (country, disease, since, week, act, content, account_id)
       SELECT country, disease, since, week, act, number::text, account_id
       FROM alert_act CROSS JOIN generate_series(2, $2) number WHERE country = $1`,
      [country, number],
    );

  it('are 150 notes on an episode, which can be acknowledged and assigned all the same', async () => {
    await here.recordAlert('LR');
    const reader = await here.reader('LR');
    await here.handle(reader, { note: 'The first' });
    await repeatActs('LR', 149);
    expect((await here.handle(reader, { note: 'The last' })).handling.notes).toBe(150);
    const message =
      'note: 150 notes are stored on this alert, the most that one may have; nothing was stored';
    for (const input of [{ note: 'More' }, { note: 'More', acknowledge: true }]) {
      const refused = await reader.post('health.handleAlert', { pathology: EBOLA, ...input });
      expect(failure(refused)).toEqual(tooMany(message));
    }
    expect((await here.handle(reader, { note: 'The last' })).handling.acknowledged).toBeNull();
    const handled = await here.handle(reader, { acknowledge: true, assignTo: 'Team 1' });
    expect(handled.handling).toMatchObject({ acknowledged: {}, assigned: { to: 'Team 1' } });
    expect((await here.handle(reader, { assignTo: 'Team 2' })).acts).toHaveLength(153);
  });

  it('are 50 assignments of an episode, which can be acknowledged and noted all the same', async () => {
    await here.recordAlert('SL');
    const reader = await here.reader('SL');
    await here.handle(reader, { assignTo: 'Team 1' });
    await repeatActs('SL', 49);
    await here.handle(reader, { assignTo: 'The last' });
    const refused = await reader.post('health.handleAlert', { pathology: EBOLA, assignTo: 'More' });
    expect(failure(refused)).toEqual(
      tooMany(
        'assignTo: 50 assignments are stored on this alert, the most that one may have; nothing was stored',
      ),
    );
    const handled = await here.handle(reader, { acknowledge: true, assignTo: 'The last', note: 'Called.' });
    expect(handled.handling).toMatchObject({ acknowledged: {}, assigned: { to: 'The last' }, notes: 1 });
  });
});
