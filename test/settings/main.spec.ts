const listen = jest.fn(() => Promise.resolve());

jest.mock('../../src/create-app', () => ({
  createApp: () => Promise.resolve({ enableShutdownHooks: () => undefined, listen }),
}));

describe('the process', () => {
  const variables = process.env;

  afterEach(() => {
    process.env = variables;
    jest.resetModules();
    listen.mockClear();
  });

  async function start(settings: Readonly<Record<string, string>>): Promise<void> {
    process.env = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      OAUTH_ISSUER: 'http://127.0.0.1:1',
      OAUTH_CLIENT_ID: 'health-platform',
      ...settings,
    };
    jest.requireActual<object>('../../src/main');
    await new Promise(setImmediate);
  }

  it('names no address of its own without HOST: Node listens on IPv4 alone where there is no IPv6', async () => {
    await start({ PORT: '4100' });
    expect(listen.mock.calls).toEqual([[4100]]);
  });

  it('listens where HOST says', async () => {
    await start({ PORT: '4100', HOST: '127.0.0.1' });
    expect(listen.mock.calls).toEqual([[4100, '127.0.0.1']]);
  });
});
