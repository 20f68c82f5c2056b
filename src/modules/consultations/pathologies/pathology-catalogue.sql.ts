import { z } from 'zod';
import { array, text } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';

/** A pathology of the catalogue. */
const cataloguePathology = z.object({
  id: z.string(),
  /** `nameKey` of its name. */
  key: z.string(),
  name: z.string(),
});

export type CataloguePathology = z.output<typeof cataloguePathology>;

/** Codes are `icd10:B50.9` or `icd11:1F40`; `searched` is the code. */
export const FIND_PATHOLOGIES_BY_CODES = statement({
  name: 'find_pathologies_by_codes',
  text: `
SELECT w.searched, p.id, p.key, p.name
FROM unnest($codes::text[]) AS w (searched)
JOIN pathology_code k
  ON k.classification = split_part(w.searched, ':', 1) AND k.code = split_part(w.searched, ':', 2)
JOIN pathology p ON p.id = k.pathology_id`,
  parameters: { codes: array(text()) },
  row: cataloguePathology.extend({ searched: z.string() }),
});

/** Keys are `nameKey` of names; `searched` is the key. */
export const FIND_PATHOLOGIES_BY_NAME_KEYS = statement({
  name: 'find_pathologies_by_name_keys',
  text: `
SELECT n.key AS searched, p.id, p.key, p.name
FROM pathology_name n JOIN pathology p ON p.id = n.pathology_id
WHERE n.scope = '*' AND n.key = ANY ($keys::text[])`,
  parameters: { keys: array(text()) },
  row: cataloguePathology.extend({ searched: z.string() }),
});
