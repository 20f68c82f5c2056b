import { CheckoutCopy, type RunningCopy } from './checkout-copy';

const isRoot = process.getuid?.() === 0;

describe('checkouts in unusual folders', () => {
  const copies: CheckoutCopy[] = [];

  afterEach(async () => {
    for (const copy of copies.splice(0)) await copy.remove();
  });

  const create = async (options: Parameters<typeof CheckoutCopy.create>[0]): Promise<CheckoutCopy> => {
    const copy = await CheckoutCopy.create(options);
    copies.push(copy);
    return copy;
  };

  const isReady = async ({ baseUrl }: RunningCopy) => (await fetch(`${baseUrl}/readyz`)).status === 200;

  it('run side by side, also with spaces, quotes and non-ASCII letters in the path', async () => {
    const stacks = [
      await (await create({})).start(),
      await (await create({ name: "my clone's höhe $HOME" })).start(),
    ];
    expect(await Promise.all(stacks.map(isReady))).toEqual([true, true]);
    expect(new Set(stacks.map(({ databaseUrl }) => databaseUrl)).size).toBe(2);
    expect(new Set(stacks.map(({ baseUrl }) => baseUrl)).size).toBe(2);
  }, 300_000);

  it(
    isRoot
      ? 'keep their data under /var/tmp if only root may enter, and find it again'
      : 'keep their data in the checkout if other users may not enter, and find it again',
    async () => {
      if (!isRoot) process.stdout.write('Not root: a checkout that only root may enter was not tested.\n');
      const copy = await create({ mode: 0o700, ownBinaries: true });
      const first = await copy.start();
      expect(await isReady(first)).toBe(true);
      expect(first.greeting).toMatch(
        isRoot ? /data kept in \/var\/tmp\/\S+/ : /data kept in .+\/\.data\/postgres/,
      );
      await copy.stop(first);
      // Each data directory has its own password.
      const again = await copy.start();
      expect(passwordOf(again)).toBe(passwordOf(first));
    },
    300_000,
  );
});

function passwordOf({ databaseUrl }: RunningCopy): string {
  return new URL(databaseUrl ?? '').password;
}
