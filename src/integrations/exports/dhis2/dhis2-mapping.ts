import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { countrySchema } from '../../../shared/country';
import { nameKey } from '../../../shared/name-key';
import { inputProblems } from '../../../platform/trpc/errors/input-problems';

/** DHIS2's own identifiers: eleven letters and digits, the first a letter. */
const UID = /^[A-Za-z][A-Za-z0-9]{10}$/;

const identifier = z.string().trim().min(1, 'must not be empty').max(255, 'expected at most 255 characters');
const scheme = z.enum(['UID', 'CODE'], { error: 'expected UID or CODE' }).default('UID');

const mappingSchema = z
  .strictObject({
    /** Free text for whoever keeps the file. */
    description: z.string().optional(),
    dataSet: identifier.optional(),
    attributeOptionCombo: identifier.optional(),
    dataElementIdScheme: scheme,
    orgUnitIdScheme: scheme,
    /** What is sent for a number that is withheld: a comment without a value, or that there is no value any more. */
    suppressed: z.enum(['comment', 'deleted'], { error: 'expected comment or deleted' }).default('comment'),
    dataElements: z
      .array(
        z.strictObject({
          dataElement: identifier,
          categoryOptionCombo: identifier.optional(),
          /** ICD-10 codes, or names where there is no code; their cases are summed. */
          pathologies: z.array(identifier).min(1, 'expected at least one pathology'),
        }),
      )
      .min(1, 'expected at least one data element'),
    /** By country, ISO 3166-1. */
    organisationUnits: z.record(z.string(), identifier),
  })
  .superRefine((mapping, context) => {
    const problem = (path: (string | number)[], message: string): void => {
      context.addIssue({ code: 'custom', path, message });
    };
    const pathologies = new Set<string>();
    const targets = new Set<string>();
    mapping.dataElements.forEach(({ dataElement, categoryOptionCombo = '', pathologies: names }, index) => {
      const path = ['dataElements', index];
      if (mapping.dataElementIdScheme === 'UID' && !UID.test(dataElement)) {
        problem([...path, 'dataElement'], `"${dataElement}" is no UID of DHIS2`);
      }
      const target = `${dataElement} ${categoryOptionCombo}`;
      if (targets.has(target))
        problem([...path, 'dataElement'], 'listed before; put all its pathologies there');
      targets.add(target);
      names.forEach((name, place) => {
        const key = nameKey(name);
        if (pathologies.has(key)) problem([...path, 'pathologies', place], `"${name}" is listed twice`);
        pathologies.add(key);
      });
    });
    const units = new Set<string>();
    for (const [country, unit] of Object.entries(mapping.organisationUnits)) {
      const path = ['organisationUnits', country];
      const read = countrySchema.safeParse(country);
      if (!read.success || read.data !== country) problem(path, 'expected a country such as KE in capitals');
      if (mapping.orgUnitIdScheme === 'UID' && !UID.test(unit)) problem(path, `"${unit}" is no UID of DHIS2`);
      if (units.has(unit)) problem(path, `"${unit}" is another country’s`);
      units.add(unit);
    }
  });

/** Which data element of a DHIS2 server each pathology is reported as, and which organisation unit each country is. */
export type Dhis2Mapping = Readonly<z.output<typeof mappingSchema>>;

/** A mapping that cannot be read; the message lists every problem there is. */
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
    throw new MappingError(
      `the mapping file is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const { success, data, error } = mappingSchema.safeParse(content);
  if (success) return data;
  throw new MappingError(`the mapping file is wrong: ${inputProblems(error) ?? error.message}`);
}
