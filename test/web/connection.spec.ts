import { Connection, type ConnectionState } from '../../web/dashboard/answers/connection';

describe('what the dashboard says of its connection', () => {
  let told: ConnectionState[];
  let connection: Connection;

  beforeEach(() => {
    told = [];
    connection = new Connection((state) => told.push(state));
  });

  it('is that it is gone until the platform has answered, with the time of the oldest figures', () => {
    connection.failed('alerts', 2_000);
    connection.failed('summary', 1_000);
    connection.answered('summary');
    connection.answered('alerts');
    expect(told).toEqual([
      { kind: 'offline', asOf: 2_000 },
      { kind: 'offline', asOf: 1_000 },
      { kind: 'offline', asOf: 2_000 },
      { kind: 'fine' },
    ]);
  });

  it('is not that it is back because nobody waits for an answer any more', () => {
    connection.failed('alerts', undefined);
    connection.abandoned('alerts');
    expect(connection.state).toEqual({ kind: 'offline', asOf: undefined });
    connection.answered('another');
    expect(connection.state).toEqual({ kind: 'fine' });
  });

  it('is told once, however often it is found again', () => {
    connection.answered('summary');
    connection.failed('summary', 1_000);
    connection.failed('summary', 1_000);
    expect(told).toEqual([{ kind: 'offline', asOf: 1_000 }]);
  });

  it('stays that the session has ended, whatever comes after', () => {
    connection.sessionEnded();
    connection.failed('summary', undefined);
    connection.answered('summary');
    expect(told).toEqual([{ kind: 'expired' }]);
  });
});
