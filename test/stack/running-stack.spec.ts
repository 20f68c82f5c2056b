import { Client } from 'pg';
import { CheckoutCopy, type RunningCopy } from './checkout-copy';
import { isAlive } from '../../dev/stack/processes';
import { accounts } from '../../dev/portal/accounts';

describe('npm start', () => {
  const copy = CheckoutCopy.forSuite();
  let stack: RunningCopy;

  beforeAll(async () => {
    stack = await copy.start(['npm', 'start']);
  }, 180_000);

  it('prints the addresses of API and portal, and the accounts with their passwords', () => {
    for (const path of ['/api/trpc', '/api/docs', '/', '/chat', '/dashboard']) {
      expect(stack.greeting).toMatch(new RegExp(`^  .+ http://localhost:${copy.ports.PORT}${path}$`, 'm'));
    }
    expect(stack.greeting).toContain(`http://localhost:${copy.ports.PORTAL_PORT}`);
    expect(accounts).toHaveLength(7);
    for (const { username, password } of accounts)
      expect(stack.greeting).toMatch(new RegExp(`^ +${username} +${password} `, 'm'));
  });

  it('keeps its data after a power cut: fsync is on', async () => {
    const client = new Client({ connectionString: stack.databaseUrl ?? '' });
    await client.connect();
    const { rows } = await client.query<{ fsync: string }>('SHOW fsync');
    await client.end();
    expect(rows).toEqual([{ fsync: 'on' }]);
  });

  it('prints calls that succeed', async () => {
    const calls = stack.greeting.match(/^ +curl .+$/gm) ?? [];
    const responses = [];
    for (const call of calls) {
      const { code, stdout, stderr } = await copy.run(['sh', '-c', call.replace('curl', 'curl -sS')]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      responses.push(JSON.parse(stdout) as unknown);
    }
    const specialty: unknown = expect.objectContaining({ name: expect.any(String) as unknown });
    expect(responses).toEqual([
      { result: { data: { json: expect.arrayContaining([specialty]) as unknown } } },
      { result: { data: { json: expect.objectContaining({ email: 'doctor@example.org' }) as unknown } } },
      { result: { data: { json: expect.objectContaining({ name: 'clinic', role: 'doctor' }) as unknown } } },
    ]);
  });

  it('has a session for dev:session, which prints only that', async () => {
    const { code, stdout } = await copy.run(['npm', 'run', '-s', 'dev:session', '--', 'doctor.ke']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^session=\S+\n$/);
    const me = await fetch(`${stack.baseUrl}/api/trpc/auth.me`, { headers: { cookie: stdout.trim() } });
    expect(await me.json()).toMatchObject({
      result: { data: { json: { email: 'doctor.ke@example.org', role: 'doctor' } } },
    });
  });

  it('lists the accounts if dev:session gets an unknown one', async () => {
    const { code, stdout, stderr } = await copy.run(['npm', 'run', '-s', 'dev:session', '--', 'nurse']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('There is no account nurse');
    for (const { username } of accounts) expect(stderr).toContain(username);
  });

  it('fails with the address of the running stack if it is started again', async () => {
    const { code, stderr } = await copy.run(['npm', 'start']);
    expect(code).toBe(1);
    expect(stderr).toContain(`process ${stack.pid}, at ${stack.baseUrl}`);
  });

  it('leaves no process after Ctrl-C, and dev:session fails', async () => {
    const running = copy.processes();
    expect(running).toContain(stack.pid);
    expect(running.length).toBeGreaterThan(3);
    await copy.stop(stack);
    expect(running.filter(isAlive)).toEqual([]);
    const { code, stdout, stderr } = await copy.run(['npm', 'run', '-s', 'dev:session', '--', 'doctor']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('npm start');
  });
});
