import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { gauge } from '../../../platform/metrics/instruments';
import { COUNT_IMPORTED_FILES } from './imported-files.sql';

interface Labels extends Record<string, string> {
  kind: 'consultations' | 'sales';
}

const importedFiles = gauge<Labels>({
  name: 'platform_imported_files',
  help: 'Files that were imported, by kind',
  labels: ['kind'],
  ofProcesses: 'max',
});

const lastImports = gauge<Labels>({
  name: 'platform_last_import_timestamp_seconds',
  help: 'When the last import of a new file began, in seconds since 1970, by kind',
  labels: ['kind'],
  ofProcesses: 'max',
});

/** Reads from the database what was imported: imports run on the command line, in processes that end before they are measured. */
@Injectable()
export class ImportMetrics implements OnModuleDestroy {
  private readonly observations: readonly (() => void)[];
  private counting: ReturnType<ImportMetrics['count']> | undefined;

  constructor(private readonly database: Database) {
    this.observations = [
      importedFiles.observe(async () => (await this.share()).map(({ kind, files }) => [{ kind }, files])),
      lastImports.observe(async () => (await this.share()).map(({ kind, lastAt }) => [{ kind }, lastAt])),
    ];
  }

  onModuleDestroy(): void {
    for (const endObservation of this.observations) endObservation();
  }

  /** Both metrics are read at once, and share a statement. */
  private share() {
    this.counting ??= this.count().finally(() => {
      this.counting = undefined;
    });
    return this.counting;
  }

  private count() {
    return this.database.rows(COUNT_IMPORTED_FILES);
  }
}
