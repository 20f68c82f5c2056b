import { checkoutRoot } from '../../../dev/checkout';
import { Program } from '../../stack/program';
import { typeScriptCommand } from '../../support/typescript-command';
import { until } from '../../support/until';

const COMMAND = typeScriptCommand('test/platform/processes/supervised-program.ts');
const LISTENING_COMMAND = typeScriptCommand('test/platform/processes/listening-program.ts');

describe('a supervisor with a process that fails to start', () => {
  let program: Program;

  beforeEach(() => {
    program = new Program(COMMAND, { cwd: checkoutRoot });
  });

  afterEach(() => {
    program.kill();
  });

  it('starts another one after a pause that grows', async () => {
    for (const pause of [500, 1_000, 2_000])
      await program.waitForOutput(`ended with code 3; another one starts in ${pause} ms\n`);
    expect(program.childIds().length).toBeLessThanOrEqual(2);
  });

  it('keeps the old process in a rolling restart', async () => {
    await program.waitForOutput('another one starts in 500 ms');
    const [first] = program.childIds();
    program.hangUp();
    await program.waitForOutput('info restarted 0 of');
    expect(program.childIds()[0]).toBe(first);
  });

  it('ends with code 0 on SIGTERM, also while it waits', async () => {
    await program.waitForOutput('another one starts in 1000 ms');
    program.terminate();
    expect(await program.end()).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a supervisor with a first process that does not listen yet', () => {
  it('ends with code 0 on SIGTERM', async () => {
    const program = new Program(LISTENING_COMMAND, {
      cwd: checkoutRoot,
      variables: { START_MS: '60000' },
    });
    try {
      await program.waitForOutput('process 1 starts\n');
      program.terminate();
      expect(await program.end({ within: 10_000 })).toMatchObject({ code: 0, stderr: '' });
    } finally {
      program.kill();
    }
  });
});

describe('a supervisor with three processes that listen', () => {
  let program: Program;

  beforeEach(async () => {
    program = new Program(LISTENING_COMMAND, { cwd: checkoutRoot });
    for (const id of [1, 2, 3]) await program.waitForOutput(`process ${id} listens\n`);
  });

  afterEach(() => {
    program.kill();
  });

  it('does not add a process if one is killed before its turn in a rolling restart', async () => {
    const [, , last = 0] = program.childIds();
    program.hangUp();
    await until('a new process is started', () => program.childIds().length > 3);
    process.kill(last, 'SIGKILL');
    await program.waitForOutput(`process ${last} was ended by SIGKILL`);
    await program.waitForOutput('info restarted 3 of 3 processes');
    await program.waitForOutput('process 6 listens\n');
    expect(program.childIds()).toHaveLength(3);
  });
});
