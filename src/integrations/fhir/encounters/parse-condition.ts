import { type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import type { ConditionContent } from './content';
import { type ResourceIdentity, readResourceIdentity } from '../identity/resource-identity';
import type { Problem } from '../operation-outcome';
import { type KnownPathologies, type PathologyChoice, choosePathology } from './pathology-choice';
import type { Condition } from '../bundle/resources.schema';
import { removeEmpty } from './remove-empty';

/** A Condition that was diagnosed, ready to be recorded as a consultation. */
export interface ParsedCondition {
  readonly index: number;
  readonly identity: ResourceIdentity;
  readonly choosePathology: PathologyChoice;
  readonly content: ConditionContent;
}

/** What was not found, was written by mistake, or is one of several guesses. */
const NOT_DIAGNOSED: ReadonlySet<string> = new Set(['refuted', 'entered-in-error', 'differential']);

/** Why a Condition is no diagnosis of a consultation; undefined where it is one. */
export function findConditionIgnoreReason({ verificationStatus }: Condition): string | undefined {
  const codes = (verificationStatus?.coding ?? []).flatMap(({ code }) => code ?? []);
  const status = codes.find((code) => NOT_DIAGNOSED.has(code));
  return status === undefined
    ? undefined
    : `not recorded: a Condition that is ${status} is no case. Nothing that was recorded before is changed`;
}

export function parseCondition(
  entry: ResourceEntry<Condition>,
  known: KnownPathologies,
  base: string,
): ParsedCondition | Problem[] {
  const { index, resource } = entry;
  const identity = readResourceIdentity(entry, base);
  const { code, identifier, clinicalStatus, verificationStatus, category } = resource;
  const recorded = code && choosePathology(code, known);
  if (!code || !recorded || !('token' in identity)) {
    return [
      ...('token' in identity ? [] : [identity]),
      ...(recorded ? [] : [codeProblem(code === undefined, index)]),
    ];
  }
  return {
    index,
    identity,
    choosePathology: recorded,
    content: {
      identifier: removeEmpty(identifier),
      clinicalStatus: removeEmpty(clinicalStatus),
      verificationStatus: removeEmpty(verificationStatus),
      category: removeEmpty(category),
      code: removeEmpty(code) ?? {},
    },
  };
}

function codeProblem(missing: boolean, index: number): Problem {
  const expression = `${formatEntryPath(index)}.resource.code`;
  if (missing) return { status: 422, code: 'required', text: 'required', expression };
  const text =
    'none of its codings is an ICD-10 or ICD-11 code of the catalogue, and neither text nor display names a pathology in 1 to 200 characters';
  return { status: 422, code: 'code-invalid', text, expression };
}
