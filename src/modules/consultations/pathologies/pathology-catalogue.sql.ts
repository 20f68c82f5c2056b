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

/** A pathology of the catalogue or of one country. */
const namedPathology = z.object({
  /** A country, or `*` for the catalogue. */
  scope: z.string(),
  /** `nameKey` of its name, or of its code. */
  key: z.string(),
  /** Of a pathology of one country: the keys of its names that are not its own key. */
  otherKeys: z.array(z.string()),
});

export type NamedPathology = z.output<typeof namedPathology>;

/** Scopes are `*` and countries, keys are `nameKey` of names; `searched` is the key. */
export const FIND_PATHOLOGIES_BY_NAMES = statement({
  name: 'find_pathologies_by_names',
  text: `
SELECT n.key AS searched, p.scope, p.key,
  CASE WHEN p.scope = '*' THEN '{}' ELSE ARRAY(
    SELECT other.key FROM pathology_name other WHERE other.pathology_id = p.id AND other.key <> p.key
  ) END AS "otherKeys"
FROM pathology_name n JOIN pathology p ON p.id = n.pathology_id
WHERE n.scope = ANY ($scopes::text[]) AND n.key = ANY ($keys::text[])`,
  parameters: { scopes: array(text()), keys: array(text()) },
  row: namedPathology.extend({ searched: z.string() }),
});
