import {
  type CodedPathology,
  formatNameOfCountry,
  formatPathologyCode,
  nameNewPathologies,
  nameOfCode,
} from '../../../modules/consultations';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { ParsedCondition } from './parse-condition';
import type { ParsedEncounter } from './parse-encounter';
import type { KnownPathologies, PathologyChoice } from './pathology-choice';

/** An Encounter and its Conditions before their external ids are known. */
export interface EncounterDraft {
  readonly encounter: ParsedEncounter;
  readonly conditions: readonly ParsedCondition[];
}

type CodedChoice = CodedPathology & { readonly choice: PathologyChoice };

/**
 * Returns the Conditions of each Encounter. A name that a code of the Bundle will have is replaced by the code: the code's
 * pathology is created when the Bundle is recorded.
 * @param drafts in the order in which they are recorded
 */
export async function replaceNamesOfNewCodes(
  drafts: readonly EncounterDraft[],
  known: KnownPathologies,
): Promise<ReadonlyMap<EncounterDraft, readonly ParsedCondition[]>> {
  const { country, codes, names } = known;
  const conditions = drafts.flatMap((draft) => draft.conditions);
  const coded = await mapInTurns(conditions, ({ identity, pathology: choice }): CodedChoice[] => {
    const { pathologyCode: code, pathologyName: display } = choice;
    // A Condition with an address of this platform is not recorded again.
    if (!code || codes.has(formatPathologyCode(code)) || identity.recordedId !== undefined) return [];
    return [{ country, code, pathologyName: nameOfCode(code, display), choice }];
  });
  const newNames = nameNewPathologies(coded.flat(), names);
  const replaceName = (condition: ParsedCondition): ParsedCondition => {
    const { pathologyCode, key } = condition.pathology;
    const named = pathologyCode ? undefined : newNames.get(formatNameOfCountry({ country, key }));
    return named ? { ...condition, pathology: named.choice } : condition;
  };
  return new Map(drafts.map((draft) => [draft, draft.conditions.map(replaceName)]));
}
