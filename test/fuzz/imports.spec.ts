import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { consultationsImport } from '../../src/integrations/imports/consultations-import';
import { createImportCommand } from '../../src/integrations/imports/import-command';
import { salesImport } from '../../src/integrations/imports/sales-import';
import { OperatorError } from '../../src/platform/config/operator-error';
import { migrationOptions } from '../../src/platform/database/data-source';
import { runCheckCounts } from '../modules/consultations/counts/count-check';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { runInProcess } from '../support/run-command';
import { Findings } from './findings';
import { type ImportCase, importCases } from './import-cases';
import { RUN_TIMEOUT_MS, cases, report, seed } from './settings';

const COMMANDS = {
  consultations: createImportCommand(consultationsImport),
  sales: createImportCommand(salesImport),
};
const CASES = Math.ceil(cases / 50);

describe('generated files', () => {
  let opened: OpenDatabase;
  let folder: string;

  beforeAll(async () => {
    opened = await openDatabase(migrationOptions);
    folder = await mkdtemp(join(tmpdir(), 'fuzzed-imports-'));
  });

  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });

  it(
    'are imported, or refused in words, and counts stay correct',
    async () => {
      report(`FUZZ_SEED=${seed}: ${CASES} files`);
      const findings = new Findings();
      const outcomes = new Map<string, number>();
      for (const importCase of fc.sample(importCases, { seed, numRuns: CASES })) {
        const outcome = await run(importCase).catch((error: unknown) => {
          findings.add(`${importCase.kind}: ${String(error)}`, describeImport(importCase));
          return 'thrown';
        });
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      report(`exit codes: ${[...outcomes].map(([outcome, count]) => `${outcome} x ${count}`).join(', ')}`);
      expect(findings.list()).toEqual([]);
      expect(await runCheckCounts(opened.dataSource)).toMatchObject({ code: 0 });
    },
    RUN_TIMEOUT_MS,
  );

  /** Returns the exit code. Rejects with what is no message for the operator. */
  async function run({ kind, file, args }: ImportCase): Promise<string> {
    const path = join(folder, 'file.csv');
    await writeFile(path, file);
    const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const { code } = await runInProcess(COMMANDS[kind], opened.dataSource, { args: [path, ...args] });
      return String(code);
    } catch (error) {
      if (error instanceof OperatorError) return '1';
      throw error;
    } finally {
      stderr.mockRestore();
    }
  }
});

function describeImport({ kind, file, args }: ImportCase): string {
  const quoted = args.map((arg) => JSON.stringify(arg)).join(' ');
  return `echo ${file.toString('base64')} | base64 -d > file.csv; npm run import:${kind} -- file.csv ${quoted}`;
}
