import {
  type CodedPathology,
  formatNameOfCountry,
  formatPathologyCode,
  nameNewPathologies,
  nameOfCode,
} from '../../../modules/consultations';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { type EncounterGroup, buildEncounterGroup } from './encounter-group';
import type { ParsedCondition } from './parse-condition';
import type { ParsedEncounter } from './parse-encounter';
import type { KnownPathologies, PathologyChoice } from './pathology-choice';

/** An Encounter and its Conditions before their external ids are known: these depend on the others that are recorded with it. */
export interface EncounterDraft {
  readonly encounter: ParsedEncounter;
  readonly conditions: readonly ParsedCondition[];
}

type CodedChoice = CodedPathology & { readonly choice: PathologyChoice };

/**
 * Returns the groups to record. A name that a code of the same transaction will have is replaced by the code, of which the pathology
 * is created when it is recorded.
 * @param drafts in the order in which they are recorded
 * @param recorded those that the same transaction has recorded before
 */
export async function buildGroups(
  drafts: readonly EncounterDraft[],
  { country, codes, names }: KnownPathologies,
  recorded: readonly EncounterDraft[] = [],
): Promise<EncounterGroup[]> {
  const conditions = [...recorded, ...drafts].flatMap((draft) => draft.conditions);
  const coded = await mapInTurns(conditions, ({ identity, pathology: choice }): CodedChoice[] => {
    const { pathologyCode: code, pathologyName: display } = choice;
    // A Condition with an address of this platform is not recorded again.
    if (!code || codes.has(formatPathologyCode(code)) || identity.recordedId !== undefined) return [];
    return [{ country, code, pathologyName: nameOfCode(code, display), choice }];
  });
  const newNames = nameNewPathologies(coded.flat(), names);
  // The pathology of a code has the name of its first Condition, also if another one of the code is recorded.
  const firstOfCode = new Map(
    coded
      .flat()
      .toReversed()
      .map(({ choice }) => [choice.key, choice]),
  );
  const replaceName = (condition: ParsedCondition): ParsedCondition => {
    const { pathologyCode, key } = condition.pathology;
    if (pathologyCode) return { ...condition, pathology: firstOfCode.get(key) ?? condition.pathology };
    const named = newNames.get(formatNameOfCountry({ country, key }));
    return named ? { ...condition, pathology: named.choice, replacedName: { country, key } } : condition;
  };
  return mapInTurns(drafts, (draft) =>
    buildEncounterGroup(draft.encounter, draft.conditions.map(replaceName)),
  );
}
