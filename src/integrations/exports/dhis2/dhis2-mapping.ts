import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { countrySchema } from '../../../shared/country';
import { nameKey } from '../../../shared/name-key';
import { inputProblems } from '../../../platform/trpc/errors/input-problems';
import { getErrorMessage } from '../../../platform/config/operator-error';

/** A DHIS2 identifier: eleven letters and digits, starting with a letter. */
const UID = /^[A-Za-z][A-Za-z0-9]{10}$/;

const idSchema = z.string().trim().min(1, 'must not be empty').max(255, 'expected at most 255 characters');
const schemeSchema = z.enum(['UID', 'CODE'], { error: 'expected UID or CODE' }).default('UID');

const mappingSchema = z
  .strictObject({
    /** Free text, which is not read. */
    description: z.string().optional(),
    dataSet: idSchema.optional(),
    attributeOptionCombo: idSchema.optional(),
    dataElementIdScheme: schemeSchema,
    orgUnitIdScheme: schemeSchema,
    /** How a suppressed count is sent: as a comment without a value, or as the deletion of an earlier value. */
    suppressed: z.enum(['comment', 'deleted'], { error: 'expected comment or deleted' }).default('comment'),
    dataElements: z
      .array(
        z.strictObject({
          dataElement: idSchema,
          categoryOptionCombo: idSchema.optional(),
          /** ICD-10 codes, or names of pathologies without a code. Their cases are summed. */
          pathologies: z.array(idSchema).min(1, 'expected at least one pathology'),
        }),
      )
      .min(1, 'expected at least one data element'),
    /** By country, ISO 3166-1 alpha-2. */
    organisationUnits: z.record(z.string(), idSchema),
  })
  .superRefine((mapping, context) => {
    const report = (path: (string | number)[], message: string): void => {
      context.addIssue({ code: 'custom', path, message });
    };
    const pathologies = new Set<string>();
    const targets = new Set<string>();
    mapping.dataElements.forEach(({ dataElement, categoryOptionCombo = '', pathologies: names }, index) => {
      const path = ['dataElements', index];
      if (mapping.dataElementIdScheme === 'UID' && !UID.test(dataElement)) {
        report([...path, 'dataElement'], `"${dataElement}" is no UID of DHIS2`);
      }
      const target = `${dataElement} ${categoryOptionCombo}`;
      if (targets.has(target))
        report([...path, 'dataElement'], 'listed before; put all its pathologies there');
      targets.add(target);
      names.forEach((name, position) => {
        const key = nameKey(name);
        if (pathologies.has(key)) report([...path, 'pathologies', position], `"${name}" is listed twice`);
        pathologies.add(key);
      });
    });
    const units = new Set<string>();
    for (const [country, unit] of Object.entries(mapping.organisationUnits)) {
      const path = ['organisationUnits', country];
      const { data } = countrySchema.safeParse(country);
      if (data !== country) report(path, 'expected a country such as KE in capitals');
      if (mapping.orgUnitIdScheme === 'UID' && !UID.test(unit)) report(path, `"${unit}" is no UID of DHIS2`);
      if (units.has(unit)) report(path, `"${unit}" is another country’s`);
      units.add(unit);
    }
  });

/** Maps pathologies to data elements of a DHIS2 server, and countries to its organisation units. */
export type Dhis2Mapping = Readonly<z.output<typeof mappingSchema>>;

/** An unreadable or invalid mapping file. The message lists every problem. */
export class MappingError extends Error {
  override name = 'MappingError';
}

/** @throws MappingError */
export async function readMapping(path: string): Promise<Dhis2Mapping> {
  return parseMapping(
    await readFile(path, 'utf8').catch((error: unknown) => {
      const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
      throw new MappingError(`the mapping file cannot be read (${String(code)})`);
    }),
  );
}

/** @throws MappingError */
export function parseMapping(text: string): Dhis2Mapping {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new MappingError(`the mapping file is not JSON: ${getErrorMessage(error)}`);
  }
  const { success, data, error } = mappingSchema.safeParse(content);
  if (success) return data;
  throw new MappingError(`the mapping file is wrong: ${inputProblems(error) ?? error.message}`);
}
