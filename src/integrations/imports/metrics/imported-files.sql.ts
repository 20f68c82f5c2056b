import { z } from 'zod';
import { statement } from '../../../platform/database/statement';

/** The files of each kind that were ever imported. */
export const COUNT_IMPORTED_FILES = statement({
  name: 'count_imported_files',
  text: `
SELECT kind, count(*)::integer AS files, extract(epoch FROM max(imported_at))::double precision AS "lastAt"
FROM import_file GROUP BY kind`,
  row: z.object({ kind: z.enum(['consultations', 'sales']), files: z.int(), lastAt: z.number() }),
});
