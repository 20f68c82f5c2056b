import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../restore/operations-page';

const SEGMENT = '000000010000000000000007';

describe('the archive_command of docs/operations.md', () => {
  let folder: string;
  let archived: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archive-'));
    archived = join(folder, 'backup/wal', SEGMENT);
    await mkdir(join(folder, 'backup/wal'), { recursive: true });
    await writeFile(join(folder, SEGMENT), 'content');
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** Runs the command as PostgreSQL does, and returns its exit code. */
  async function archive(): Promise<number> {
    const [, command = ''] =
      /^archive_command = '(.*)'$/m.exec(readSettings('postgresql.conf of the primary')) ?? [];
    const shell = command
      .replaceAll('%p', SEGMENT)
      .replaceAll('%f', SEGMENT)
      .replaceAll('/backup/', `${folder}/backup/`);
    return new Promise((resolve) => {
      const child = execFile('sh', ['-c', shell], { cwd: folder });
      child.on('close', (code) => {
        resolve(code ?? -1);
      });
    });
  }

  it('copies a segment as a whole', async () => {
    expect(await archive()).toBe(0);
    expect(await readFile(archived, 'utf8')).toBe('content');
    expect(await readdir(join(folder, 'backup/wal'))).toEqual([SEGMENT]);
  });

  it('succeeds again for the same content, as after a crash before PostgreSQL noted the success', async () => {
    await archive();
    expect(await archive()).toBe(0);
    expect(await readFile(archived, 'utf8')).toBe('content');
  });

  it('continues after a copy that was interrupted', async () => {
    await writeFile(`${archived}.part`, 'con');
    expect(await archive()).toBe(0);
    expect(await readFile(archived, 'utf8')).toBe('content');
  });

  it('fails for another content of the same name, and keeps the archived one', async () => {
    await writeFile(archived, 'another');
    expect(await archive()).not.toBe(0);
    expect(await readFile(archived, 'utf8')).toBe('another');
  });
});
