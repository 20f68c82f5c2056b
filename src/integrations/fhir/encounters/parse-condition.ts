import { type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import type { ConditionContent } from './stored-content.schema';
import { type ResourceIdentity, readResourceIdentity } from '../identity/resource-identity';
import type { Problem } from '../operation-outcome';
import type { NameOfCountry } from '../../../modules/consultations';
import { type KnownPathologies, type PathologyChoice, choosePathology } from './pathology-choice';
import type { Condition } from '../bundle/resources.schema';
import { removeEmpty } from './remove-empty';
import { MAX_NAME_LENGTH } from '../../../shared/own-names';

/** A valid Condition that counts as a case. */
export interface ParsedCondition {
  readonly index: number;
  readonly identity: ResourceIdentity;
  readonly pathology: PathologyChoice;
  /** The name by which it was sent, if a code of the same transaction will have it. */
  readonly replacedName?: NameOfCountry;
  readonly content: ConditionContent;
}

const IGNORED_STATUSES: ReadonlySet<string> = new Set(['refuted', 'entered-in-error', 'differential']);

/** Returns why a Condition does not count as a case, or undefined if it does. */
export function findConditionIgnoreReason({ verificationStatus }: Condition): string | undefined {
  const codes = (verificationStatus?.coding ?? []).flatMap(({ code }) => code ?? []);
  const status = codes.find((code) => IGNORED_STATUSES.has(code));
  return status === undefined
    ? undefined
    : `not recorded: a Condition that is ${status} is no case. Nothing that was recorded before is changed`;
}

/** Returns the Condition, or its problems. */
export function parseCondition(
  entry: ResourceEntry<Condition>,
  known: KnownPathologies,
  baseUrl: string,
): ParsedCondition | Problem[] {
  const { index, resource } = entry;
  const identity = readResourceIdentity(entry, baseUrl);
  const { code, identifier, clinicalStatus, verificationStatus, category } = resource;
  const pathology = code && choosePathology(code, known);
  if (!code || !pathology || !('token' in identity)) {
    return [
      ...('token' in identity ? [] : [identity]),
      ...(pathology ? [] : [createCodeProblem(code === undefined, index)]),
    ];
  }
  return {
    index,
    identity,
    pathology,
    content: {
      identifier: removeEmpty(identifier),
      clinicalStatus: removeEmpty(clinicalStatus),
      verificationStatus: removeEmpty(verificationStatus),
      category: removeEmpty(category),
      code: removeEmpty(code) ?? {},
    },
  };
}

function createCodeProblem(isMissing: boolean, index: number): Problem {
  const expression = `${formatEntryPath(index)}.resource.code`;
  if (isMissing) return { status: 422, code: 'required', text: 'required', expression };
  const text = `none of its codings is an ICD-10 or ICD-11 code of the catalogue, and neither text nor display names a pathology in 1 to ${MAX_NAME_LENGTH} characters`;
  return { status: 422, code: 'code-invalid', text, expression };
}
