import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file to which heads of the audit trail are published, in a new folder for each test. Registers the hooks of a suite. */
export class HeadsFile {
  private folder = '';

  constructor() {
    beforeEach(async () => {
      this.folder = await mkdtemp(join(tmpdir(), 'anchor-'));
    });
    afterEach(() => rm(this.folder, { recursive: true }));
  }

  get path(): string {
    return join(this.folder, 'heads.jsonl');
  }
}
