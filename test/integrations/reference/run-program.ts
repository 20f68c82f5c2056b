import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** How a program in some language is run from a file. */
export interface Language {
  readonly label: string;
  readonly file: string;
  readonly command: string;
  /** Says whether the language is there. */
  readonly version: readonly string[];
}

export const LANGUAGES: readonly Language[] = [
  { label: 'curl', file: 'call.sh', command: 'sh', version: ['-c', 'curl --version'] },
  { label: 'JavaScript', file: 'call.mjs', command: process.execPath, version: ['--version'] },
  { label: 'Python', file: 'call.py', command: 'python3', version: ['--version'] },
  { label: 'PHP', file: 'call.php', command: 'php', version: ['--version'] },
  { label: 'Java', file: 'Main.java', command: 'java', version: ['-version'] },
];

export function isInstalled({ command, version }: Language): boolean {
  return spawnSync(command, version).status === 0;
}

/** Saves a program in a new folder and runs it; answers what it prints. Fails where it ends with an error. */
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
