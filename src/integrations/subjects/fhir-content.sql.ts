/** SQL expression: the codings of a concept as system and code, or NULL. A code without a system may be any text. */
const codings = (concept: string): string => `(
    SELECT jsonb_agg(jsonb_build_object('system', coding->'system', 'code', coding->'code'))
    FROM jsonb_array_elements(${concept}->'coding') coding WHERE coding ?& ARRAY['system', 'code'])`;

/** SQL expression: a concept with its codings only, or NULL. */
const concept = (value: string): string =>
  `nullif(jsonb_strip_nulls(jsonb_build_object('coding', ${codings(value)})), '{}')`;

/**
 * SQL expressions: the stored content of a resource, built again of its codes, status and start. Displays, texts, versions and
 * identifiers are left out, because they may name a person; so is every element that is added to the content later.
 */
export const withoutTexts = {
  encounter: (content: string): string => `jsonb_strip_nulls(jsonb_build_object(
  'status', ${content}->'status',
  'class', CASE WHEN ${content}->'class' ?& ARRAY['system', 'code']
    THEN jsonb_build_object('system', ${content}->'class'->'system', 'code', ${content}->'class'->'code') END,
  'start', ${content}->'start',
  'patientSystem', ${content}->'patientSystem'))`,

  condition: (content: string): string => `jsonb_strip_nulls(jsonb_build_object(
  'clinicalStatus', ${concept(`${content}->'clinicalStatus'`)},
  'verificationStatus', ${concept(`${content}->'verificationStatus'`)},
  'category', (
    SELECT jsonb_agg(c.concept)
    FROM (SELECT ${concept('each')} AS concept FROM jsonb_array_elements(${content}->'category') each) c
    WHERE c.concept IS NOT NULL),
  'code', coalesce(${concept(`${content}->'code'`)}, '{}')))`,
};
