import { type ResourceEntry, entryPath } from '../bundle/bundle-entries';
import type { ConditionContent } from './content';
import { type OwnIdentity, ownIdentity } from '../identity/own-identity';
import type { Problem } from '../outcome';
import { type KnownPathologies, type RecordedBy, recordedBy } from './pathology-of-code';
import type { Condition } from '../bundle/resources.schema';
import { withoutEmpty } from './without-empty';

/** A Condition that was diagnosed, ready to be recorded as a consultation. */
export interface VisitCondition {
  readonly index: number;
  readonly identity: OwnIdentity;
  readonly recordedBy: RecordedBy;
  readonly content: ConditionContent;
}

/** What was not found, was written by mistake, or is one of several guesses. */
const NOT_DIAGNOSED: ReadonlySet<string> = new Set(['refuted', 'entered-in-error', 'differential']);

/** Why a Condition is no diagnosis of a consultation; undefined where it is one. */
export function noDiagnosis({ verificationStatus }: Condition): string | undefined {
  const codes = (verificationStatus?.coding ?? []).flatMap(({ code }) => code ?? []);
  const status = codes.find((code) => NOT_DIAGNOSED.has(code));
  return status === undefined
    ? undefined
    : `not recorded: a Condition that is ${status} is no case. Nothing that was recorded before is changed`;
}

export function readCondition(
  entry: ResourceEntry<Condition>,
  known: KnownPathologies,
  base: string,
): VisitCondition | Problem[] {
  const { index, resource } = entry;
  const identity = ownIdentity(entry, base);
  const { code, identifier, clinicalStatus, verificationStatus, category } = resource;
  const recorded = code && recordedBy(code, known);
  if (!code || !recorded || !('token' in identity)) {
    return [
      ...('token' in identity ? [] : [identity]),
      ...(recorded ? [] : [codeProblem(code === undefined, index)]),
    ];
  }
  return {
    index,
    identity,
    recordedBy: recorded,
    content: {
      identifier: withoutEmpty(identifier),
      clinicalStatus: withoutEmpty(clinicalStatus),
      verificationStatus: withoutEmpty(verificationStatus),
      category: withoutEmpty(category),
      code: withoutEmpty(code) ?? {},
    },
  };
}

function codeProblem(missing: boolean, index: number): Problem {
  const expression = `${entryPath(index)}.resource.code`;
  if (missing) return { status: 422, code: 'required', text: 'required', expression };
  const text =
    'none of its codings is an ICD-10 or ICD-11 code of the catalogue, and neither text nor display names a pathology in 1 to 200 characters';
  return { status: 422, code: 'code-invalid', text, expression };
}
