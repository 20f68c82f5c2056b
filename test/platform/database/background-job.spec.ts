import { Logger } from '@nestjs/common';
import { BackgroundJob } from '../../../src/platform/database/background-job';

const PROBLEM = 'nothing was sent; it is tried again';

class Job extends BackgroundJob {
  /** What the next run throws, if anything. */
  failure: Error | undefined;
  state: 'works' | 'over' | 'open' = 'works';

  async run(): Promise<void> {
    await this.attempt(
      PROBLEM,
      () => (this.failure ? Promise.reject(this.failure) : Promise.resolve(this.state)),
      (state) => state,
    );
  }
}

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

describe('an attempt of a background job', () => {
  let job: Job;
  let lines: string[];

  beforeEach(() => {
    job = new Job();
    lines = [];
    jest
      .spyOn(Logger.prototype, 'warn')
      .mockImplementation(
        ({ err }: { err: Error }, problem: string) => void lines.push(`${problem}: ${err.message}`),
      );
    jest.spyOn(Logger.prototype, 'log').mockImplementation((line: string) => void lines.push(line));
  });
  afterEach(() => jest.restoreAllMocks());

  async function runWith(...failures: readonly (Error | undefined)[]): Promise<void> {
    for (const failure of failures) {
      job.failure = failure;
      await job.run();
    }
  }

  it('is logged once while it fails for the same cause', async () => {
    await runWith(
      withCode('ECONNREFUSED', 'first'),
      withCode('ECONNREFUSED', 'second'),
      new Error('x', { cause: withCode('ECONNREFUSED') }),
    );
    expect(lines).toEqual([`${PROBLEM}: first`]);
  });

  it('is logged again when its cause changes', async () => {
    await runWith(
      withCode('ECONNREFUSED', 'one'),
      withCode('ETIMEDOUT', 'two'),
      new Error('three'),
      new Error('four'),
    );
    expect(lines).toEqual(['one', 'two', 'three', 'four'].map((cause) => `${PROBLEM}: ${cause}`));
  });

  it('is logged again when the same code has another status', async () => {
    const refused = (responseCode: number) =>
      Object.assign(withCode('EENVELOPE', String(responseCode)), { responseCode });
    await runWith(refused(451), refused(451), refused(550));
    expect(lines).toEqual([`${PROBLEM}: 451`, `${PROBLEM}: 550`]);
  });

  it('is logged when it works again, and only then', async () => {
    await runWith(undefined, withCode('ETIMEDOUT'), undefined, undefined);
    expect(lines).toEqual([`${PROBLEM}: failed`, `works again: ${PROBLEM}`]);
    await runWith(withCode('ETIMEDOUT'));
    expect(lines.at(-1)).toBe(`${PROBLEM}: failed`);
  });

  it('does not count as working again if it is not known', async () => {
    job.state = 'open';
    await runWith(withCode('ETIMEDOUT'), undefined, withCode('ETIMEDOUT'));
    expect(lines).toEqual([`${PROBLEM}: failed`]);
  });

  it('is logged again after there was nothing to do', async () => {
    job.state = 'over';
    await runWith(withCode('ETIMEDOUT'), undefined, withCode('ETIMEDOUT'));
    expect(lines).toEqual([`${PROBLEM}: failed`, `${PROBLEM}: failed`]);
  });
});
