import type { DataSource } from 'typeorm';
import type { Command, CommandContext } from '../../src/platform/command-line/command';

export interface CommandResult {
  readonly code: number;
  /** What it wrote to standard output. */
  readonly output: string;
}

/** Runs a command of `src` in this process. */
export async function runInProcess(
  command: Command,
  dataSource: DataSource,
  { args, variables = {} }: Partial<Pick<CommandContext, 'args' | 'variables'>> = {},
): Promise<CommandResult> {
  const written: string[] = [];
  const stdout = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  try {
    const { signal } = new AbortController();
    const code = await command({ args: args ?? [], variables, dataSource, signal });
    return { code, output: written.join('') };
  } finally {
    stdout.mockRestore();
  }
}
