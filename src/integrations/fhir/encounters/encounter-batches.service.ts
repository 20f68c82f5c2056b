import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Database } from '../../../platform/database/database';
import { groupBy } from '../../../shared/groups';
import type { EntryOutcome, EntryOutcomes } from '../bundle/entry-outcome';
import { formatEntryPath } from '../bundle/parse-bundle';
import type { Problem } from '../operation-outcome';
import { type EncounterDraft, buildGroups } from './encounter-draft';
import { type EncounterRefusal, EncountersRefusedError } from './encounter-refusals';
import { EncountersRecorderService } from './encounters-recorder.service';
import type { KnownPathologies } from './pathology-choice';
import { createDependencyProblem } from './plan-entries';

/** Attempts to record all Encounters of a batch that are not refused: refusals can hide others. */
const MAX_JOINT_ATTEMPTS = 4;
/** Refused attempts to record parts of a batch. The locks of its transaction must not stop other callers for long. */
const MAX_REFUSED_PARTS = 60;

/** The path of an entry, at the beginning of an element's; an Encounter can have thousands of entries, each with a problem. */
const ENTRY_PATH = /^Bundle\.entry\[\d+\]/;

interface Attempt {
  readonly caller: Caller;
  readonly known: KnownPathologies;
  /** Keyed by the index of the Encounter. */
  readonly refused: Map<number, EncounterRefusal>;
}

/** Records Encounters of which each may be refused without the others. */
@Injectable()
export class EncounterBatchesService {
  constructor(
    private readonly database: Database,
    private readonly recorder: EncountersRecorderService,
  ) {}

  /**
   * Records the Encounters that are not refused together, which is much faster than each on its own. If refusals still come to light
   * after a few attempts, records the rest in parts, and halves each refused part.
   * @returns the outcome of each entry of the Encounters
   */
  async record(
    drafts: readonly EncounterDraft[],
    known: KnownPathologies,
    caller: Caller,
  ): Promise<EntryOutcomes> {
    const attempt: Attempt = { caller, known, refused: new Map() };
    const { refused } = attempt;
    let recorded: EntryOutcomes | undefined;
    for (let count = 1; count <= MAX_JOINT_ATTEMPTS && !recorded; count += 1) {
      const result = await this.attempt(listRemaining(drafts, refused), attempt);
      if (result instanceof EncountersRefusedError) addRefusals(drafts, { refused, added: result.refusals });
      else recorded = result;
    }
    recorded ??= await this.recordRemaining(drafts, attempt);
    const outcomes = drafts.flatMap((draft) => refuseEntries(draft, refused.get(draft.encounter.index)));
    return new Map([...outcomes, ...recorded]);
  }

  /** Decides conflicts with other Encounters again, in order. */
  private recordRemaining(drafts: readonly EncounterDraft[], attempt: Attempt): Promise<EntryOutcomes> {
    const { refused } = attempt;
    for (const [index, { others }] of refused) if (others.length > 0) refused.delete(index);
    // One transaction: if the database goes away in the middle, a retry must not double what was recorded until then.
    return this.database.sharedTransaction(() => this.recordParts(listRemaining(drafts, refused), attempt));
  }

  /** Records the Encounters in order, in parts that are halved until none of their Encounters is refused. */
  private async recordParts(drafts: readonly EncounterDraft[], attempt: Attempt): Promise<EntryOutcomes> {
    const { refused } = attempt;
    const outcomes: [number, EntryOutcome][] = [];
    const recorded: EncounterDraft[] = [];
    const waiting = [drafts];
    let refusedParts = 0;
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      if (part.length === 0) continue;
      if (refusedParts === MAX_REFUSED_PARTS) {
        for (const { encounter } of part)
          refused.set(encounter.index, { problems: [createUntriedProblem(encounter)], others: [] });
        continue;
      }
      const result = await this.attempt(part, attempt, recorded);
      if (!(result instanceof EncountersRefusedError)) {
        for (const outcome of result) outcomes.push(outcome);
        for (const draft of part) recorded.push(draft);
        continue;
      }
      refusedParts += 1;
      const isAlone = part.length === 1;
      for (const [index, refusal] of result.refusals)
        if (isAlone || refusal.others.length === 0) refused.set(index, refusal);
      const rest = listRemaining(part, refused);
      const middle = Math.ceil(rest.length / 2);
      waiting.push(rest.slice(middle), rest.slice(0, middle));
    }
    return new Map(outcomes);
  }

  /** @param recorded those that the same transaction has recorded before */
  private async attempt(
    drafts: readonly EncounterDraft[],
    { caller, known }: Attempt,
    recorded: readonly EncounterDraft[] = [],
  ): Promise<EntryOutcomes | EncountersRefusedError> {
    if (drafts.length === 0) return new Map();
    const groups = await buildGroups(drafts, known, recorded);
    try {
      return await this.database.transaction((transaction) =>
        this.recorder.record(transaction, groups, caller),
      );
    } catch (error) {
      if (error instanceof EncountersRefusedError) return error;
      throw error;
    }
  }
}

function listRemaining(drafts: readonly EncounterDraft[], refused: Attempt['refused']): EncounterDraft[] {
  return drafts.filter(({ encounter }) => !refused.has(encounter.index));
}

/** Adds refusals, and removes those whose only cause are Encounters that are refused themselves: these come before in the Bundle. */
function addRefusals(
  drafts: readonly EncounterDraft[],
  { refused, added }: Pick<Attempt, 'refused'> & { readonly added: EncountersRefusedError['refusals'] },
): void {
  for (const [index, refusal] of added) refused.set(index, refusal);
  for (const {
    encounter: { index },
  } of drafts) {
    const { others = [] } = refused.get(index) ?? {};
    if (others.length > 0 && others.every((other) => refused.has(other))) refused.delete(index);
  }
}

/** Returns an outcome for each entry of a refused Encounter: its own problems, or a failed dependency. */
function refuseEntries(
  { encounter, conditions }: EncounterDraft,
  refusal: EncounterRefusal | undefined,
): (readonly [number, EntryOutcome])[] {
  if (!refusal) return [];
  const byEntry = groupBy(refusal.problems, ({ expression = '' }) => ENTRY_PATH.exec(expression)?.[0]);
  return [encounter, ...conditions].map(({ index }) => [
    index,
    { kind: 'refused', problems: byEntry.get(formatEntryPath(index)) ?? [createDependencyProblem(index)] },
  ]);
}

function createUntriedProblem({ index }: EncounterDraft['encounter']): Problem {
  return {
    status: 503,
    code: 'too-costly',
    text: 'not recorded, because too many other Encounters were refused one after the other: send it again without those',
    expression: `${formatEntryPath(index)}.resource`,
  };
}
