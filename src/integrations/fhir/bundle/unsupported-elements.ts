import type { Problem } from '../operation-outcome';
import type { CodeableConcept, Condition } from './resources.schema';

const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';

/** The system of R4, and the one that systems built for STU3 still send. */
const CLINICAL = [`${TERMINOLOGY}/condition-clinical`, 'http://hl7.org/fhir/condition-clinical'];
const VERIFICATION = [`${TERMINOLOGY}/condition-ver-status`, 'http://hl7.org/fhir/condition-ver-status'];

/** The value sets that R4 requires. */
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
 * Returns a problem for each element that may change the meaning of a resource. R4 requires refusing unknown ones:
 * https://hl7.org/fhir/R4/extensibility.html#modifierExtension
 */
export function findModifiers(element: Readonly<Record<string, unknown>>, path: string): Problem[] {
  const { implicitRules, modifierExtension } = element;
  const problems: Problem[] = [];
  if (implicitRules !== undefined) {
    const text = 'no rules of any implementation are followed here: send the resource without them';
    problems.push({ status: 422, code: 'not-supported', text, expression: `${path}.implicitRules` });
  }
  const isEmpty = Array.isArray(modifierExtension) && modifierExtension.length === 0;
  if (modifierExtension !== undefined && !isEmpty) {
    const text = 'no extension that changes the meaning of a resource is understood here';
    problems.push({ status: 422, code: 'extension', text, expression: `${path}.modifierExtension` });
  }
  return problems;
}

/** Returns a problem for each coding of HL7's status systems that is not in the element's value set. */
export function findUnknownStatuses(condition: Condition, path: string): Problem[] {
  return STATUSES.flatMap(({ element, systems, codes }) => {
    const concept: CodeableConcept | undefined = condition[element];
    return (concept?.coding ?? []).flatMap(({ system = '', code }, index) => {
      if (![...CLINICAL, ...VERIFICATION].includes(system) || code === undefined) return [];
      if ((systems as readonly string[]).includes(system) && (codes as readonly string[]).includes(code))
        return [];
      const text = `expected a code of ${systems[0]}: ${codes.join(', ')}`;
      const expression = `${path}.${element}.coding[${index}]`;
      return [{ status: 400, code: 'code-invalid' as const, text, expression }];
    });
  });
}
