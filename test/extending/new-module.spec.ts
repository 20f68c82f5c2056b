import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckoutCopy } from '../stack/checkout-copy';
import { type Ending, run } from '../stack/program';
import { follow, stepsOf } from './guide';

const PAGE = join(__dirname, '..', '..', 'docs', 'extending.md');

/** The module's own specs, and the one that calls every procedure. */
const ITS_SPECS = ['test/contract/vaccinations', 'test/contract/every-procedure'];

/** Those that hold for everything that is there, a new module included, and the names of their tests. */
const ALL_SPECS = ['test/documents/readme', 'test/extending/documents', 'test/migrations/schema'];
const ALL_TESTS = 'the pages that list procedures|what is made of the contracts|do not differ|oldest first';

describe('docs/extending.md, followed in a copy of the checkout', () => {
  let copy: CheckoutCopy;
  let page: string;

  beforeAll(async () => {
    page = await readFile(PAGE, 'utf8');
    copy = await CheckoutCopy.create();
  }, 200_000);

  afterAll(async () => {
    await copy.remove();
  }, 30_000);

  const start = (...args: string[]): Promise<Ending> =>
    run([process.execPath, ...args], { cwd: copy.directory, within: 120_000 });

  /** Runs a program of the copy. @throws with all that it wrote, where it fails */
  async function succeed(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await start(...args);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}:\n${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  }

  /** The generator as it was built, without a look at whether that is still true. */
  const generate = (...args: string[]) => start('dist/dev/new-module.js', ...args);

  /** Every file of the copy that a module could be written to, with its text. */
  async function texts(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const folder of ['src', 'migrations', 'test/contract', 'docs']) {
      const entries = await readdir(join(copy.directory, folder), { recursive: true, withFileTypes: true });
      for (const entry of entries.filter((one) => one.isFile())) {
        const path = join(entry.parentPath, entry.name);
        found.set(path, await readFile(path, 'utf8'));
      }
    }
    return found.set('README.md', await readFile(join(copy.directory, 'README.md'), 'utf8'));
  }

  /** Compiles all that the application and the module's tests use. */
  async function compile(): Promise<void> {
    const settings = {
      extends: './tsconfig.json',
      compilerOptions: { incremental: true, tsBuildInfoFile: '.data/new-module.tsbuildinfo' },
      include: ['test/contract/vaccinations.*', 'test/contract/call-fixtures.ts'],
      files: ['src/main.ts', 'migrations/index.ts'],
    };
    await writeFile(join(copy.directory, 'tsconfig.new-module.json'), JSON.stringify(settings));
    await succeed('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.new-module.json');
  }

  const layOut = (option: string) =>
    succeed(
      'node_modules/prettier/bin/prettier.cjs',
      option,
      ...['src/vaccinations', 'src/*.ts', 'migrations', 'test/contract', 'README.md', 'docs/wire-format.md'],
    );

  const test = (specs: readonly string[], names: string) =>
    succeed('node_modules/jest/bin/jest.js', ...specs, '-t', names, '--verbose');

  it('runs one command, which package.json has', async () => {
    const commands = stepsOf(page).flatMap((step) => (step.kind === 'run' ? [step.command] : []));
    expect(commands).toEqual(['npm run new:module -- vaccinations']);
    const manifest = await readFile(join(copy.directory, 'package.json'), 'utf8');
    expect(manifest).toContain('"new:module": "node dev/run.mjs dist/dev/new-module.js"');
  });

  it('says what it would write, and writes nothing, in a rehearsal', async () => {
    const before = await texts();
    const { code, stdout } = await generate('vaccinations', '--dry-run');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('Nothing was written') as string,
    });
    expect(await texts()).toEqual(before);
  });

  it('writes nothing where it cannot read one of the lists', async () => {
    const list = join(copy.directory, 'src', 'contract.ts');
    const text = await readFile(list, 'utf8');
    await writeFile(list, text.replace('export const contracts = {', 'export const contracts = { // all\n'));
    const before = await texts();
    const { code, stderr } = await generate('vaccinations');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(
        'src/contract.ts: no line "export const contracts = {", so nothing can be added there; nothing was written',
      ) as string,
    });
    expect(await texts()).toEqual(before);
    await writeFile(list, text);
  });

  it('makes a module with the documented command, which names all that it wrote', async () => {
    const before = await texts();
    const stdout = await succeed('dev/run.mjs', 'dist/dev/new-module.js', 'vaccinations');
    const after = await texts();
    const written = [...after].flatMap(([path, text]) =>
      before.get(path) === text ? [] : [path.replace(`${copy.directory}/`, '')],
    );
    const told = [...stdout.matchAll(/^ {2}(?:new|changed) +(.+)$/gm)].map(([, path]) => path);
    expect(told.toSorted()).toEqual(written.toSorted());
    expect(told).toHaveLength(13);
  }, 120_000);

  it('refuses to make it again, and leaves what is there as it is', async () => {
    const before = await texts();
    const { code, stderr } = await generate('vaccinations');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('src/vaccinations is there already; nothing was written') as string,
    });
    expect(await texts()).toEqual(before);
  });

  it('makes one that works, and that only administrators may call', async () => {
    await layOut('--check');
    await compile();
    const output = await test(ITS_SPECS, 'vaccinations');
    for (const sentence of [
      'vaccinations.record is denied without a session',
      'vaccinations.record is denied to a ministry',
      'vaccinations.record is denied to a doctor',
      'vaccinations.record is denied to a pharmacist',
      'vaccinations.record is denied to a user',
      'vaccinations.record is allowed to a admin',
      'records for an administrator, filed under the account’s country',
    ])
      expect(output).toContain(`✓ ${sentence}`);
  }, 200_000);

  it('adds a procedure and deprecates another; every check passes and every document has them', async () => {
    for (const step of stepsOf(page)) if (step.kind !== 'run') await follow(step, copy.directory);
    await layOut('--write');
    await compile();
    const depcruise = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
    await succeed(depcruise, '--config', '.dependency-cruiser.cjs', 'src', 'dev', 'migrations');
    const linted = ['src/vaccinations', 'src/*.ts', 'migrations/*.ts', 'test/contract/vaccinations.*'];
    await succeed('node_modules/eslint/bin/eslint.js', '--max-warnings', '0', ...linted);
    const output = await test([...ITS_SPECS, ...ALL_SPECS], `vaccinations|${ALL_TESTS}`);
    for (const sentence of [
      'does not let anybody find somebody else’s',
      'vaccinations.find is denied to a doctor',
      '/llms.txt has every procedure',
      'marks in OpenAPI what is deprecated, and nothing else',
      'docs/wire-format.md has a row for each, with each of its fields',
      'do not differ',
    ])
      expect(output).toContain(`✓ ${sentence}`);
  }, 300_000);
});
