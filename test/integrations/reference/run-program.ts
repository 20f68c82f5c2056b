import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** How to run a source file of a programming language. */
export interface Language {
  readonly label: string;
  readonly file: string;
  readonly command: string;
  /** Command arguments that fail if the language is not installed. */
  readonly versionArgs: readonly string[];
}

export const LANGUAGES: readonly Language[] = [
  { label: 'curl', file: 'call.sh', command: 'sh', versionArgs: ['-c', 'curl --version'] },
  { label: 'JavaScript', file: 'call.mjs', command: process.execPath, versionArgs: ['--version'] },
  { label: 'Python', file: 'call.py', command: 'python3', versionArgs: ['--version'] },
  { label: 'PHP', file: 'call.php', command: 'php', versionArgs: ['--version'] },
  { label: 'Java', file: 'Main.java', command: 'java', versionArgs: ['-version'] },
];

export function isInstalled({ command, versionArgs }: Language): boolean {
  return spawnSync(command, versionArgs).status === 0;
}

/** Runs a program in a new folder and returns its output; throws if it exits with an error. */
export async function runProgram(
  { file, command }: Language,
  source: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-'));
  try {
    await writeFile(join(folder, file), source);
    const { stdout } = await promisify(execFile)(command, [join(folder, file)], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
      timeout: 50_000,
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
