import { ConnectionMonitor, type ConnectionState } from '../../web/dashboard/queries/connection-monitor';

describe('ConnectionMonitor', () => {
  let states: ConnectionState[];
  let connection: ConnectionMonitor;

  beforeEach(() => {
    states = [];
    connection = new ConnectionMonitor((state) => states.push(state));
  });

  it('stays offline, with the time of the oldest figures, until every failed query has succeeded', () => {
    connection.reportFailure('alerts', 2_000);
    connection.reportFailure('summary', 1_000);
    connection.reportSuccess('summary');
    connection.reportSuccess('alerts');
    expect(states).toEqual([
      { kind: 'offline', asOf: 2_000 },
      { kind: 'offline', asOf: 1_000 },
      { kind: 'offline', asOf: 2_000 },
      { kind: 'fine' },
    ]);
  });

  it('stays offline when a failed query is abandoned', () => {
    connection.reportFailure('alerts', undefined);
    connection.reportAbandoned('alerts');
    expect(connection.state).toEqual({ kind: 'offline', asOf: undefined });
    connection.reportSuccess('another');
    expect(connection.state).toEqual({ kind: 'fine' });
  });

  it('does not report the same state twice', () => {
    connection.reportSuccess('summary');
    connection.reportFailure('summary', 1_000);
    connection.reportFailure('summary', 1_000);
    expect(states).toEqual([{ kind: 'offline', asOf: 1_000 }]);
  });

  it('stays expired after the session has ended', () => {
    connection.reportSessionEnded();
    connection.reportFailure('summary', undefined);
    connection.reportSuccess('summary');
    expect(states).toEqual([{ kind: 'expired' }]);
  });
});
