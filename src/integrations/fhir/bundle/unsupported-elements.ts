import type { Problem } from '../operation-outcome';
import type { CodeableConcept, Condition } from './resources.schema';

const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';

/** Of R4 and, as systems that were written for STU3 have it, without the terminology server. */
const CLINICAL = [`${TERMINOLOGY}/condition-clinical`, 'http://hl7.org/fhir/condition-clinical'];
const VERIFICATION = [`${TERMINOLOGY}/condition-ver-status`, 'http://hl7.org/fhir/condition-ver-status'];

/** The systems and codes of the value sets that R4 requires. */
const STATUSES = [
  {
    element: 'clinicalStatus',
    systems: CLINICAL,
    codes: ['active', 'recurrence', 'relapse', 'inactive', 'remission', 'resolved'],
  },
  {
    element: 'verificationStatus',
    systems: VERIFICATION,
    codes: ['unconfirmed', 'provisional', 'differential', 'confirmed', 'refuted', 'entered-in-error'],
  },
] as const;

/**
 * What changes the meaning of a resource in a way that nobody here understands: R4 has it refused
 * (https://hl7.org/fhir/R4/extensibility.html#modifierExtension).
 * @param path of the resource or element
 */
export function modifiers(element: Readonly<Record<string, unknown>>, path: string): Problem[] {
  const { implicitRules, modifierExtension, diagnosis } = element;
  const parts: unknown[] = Array.isArray(diagnosis) ? diagnosis : [];
  return [
    ...(implicitRules === undefined
      ? []
      : [
          {
            status: 422,
            code: 'not-supported' as const,
            text: 'no rules of any implementation are followed here: send the resource without them',
            expression: `${path}.implicitRules`,
          },
        ]),
    ...(modifierExtension === undefined ||
    (Array.isArray(modifierExtension) && modifierExtension.length === 0)
      ? []
      : [
          {
            status: 422,
            code: 'extension' as const,
            text: 'no extension that changes the meaning of a resource is understood here',
            expression: `${path}.modifierExtension`,
          },
        ]),
    ...parts.flatMap((part, index) => (isObject(part) ? modifiers(part, `${path}.diagnosis[${index}]`) : [])),
  ];
}

/** Codings of a status in HL7's own systems that are not of the value set of their element. */
export function findUnknownStatuses(condition: Condition, path: string): Problem[] {
  return STATUSES.flatMap(({ element, systems, codes }) => {
    const concept: CodeableConcept | undefined = condition[element];
    return (concept?.coding ?? []).flatMap(({ system = '', code }, index) => {
      if (![...CLINICAL, ...VERIFICATION].includes(system) || code === undefined) return [];
      if ((systems as readonly string[]).includes(system) && (codes as readonly string[]).includes(code))
        return [];
      const text = `expected a code of ${systems[0]}: ${codes.join(', ')}`;
      return [
        {
          status: 400,
          code: 'code-invalid' as const,
          text,
          expression: `${path}.${element}.coding[${index}]`,
        },
      ];
    });
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
