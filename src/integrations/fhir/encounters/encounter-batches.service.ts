import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Database } from '../../../platform/database/database';
import { groupBy } from '../../../shared/groups';
import type { EntryOutcome, EntryOutcomes } from '../bundle/entry-outcome';
import { formatEntryPath } from '../bundle/parse-bundle';
import type { Problem } from '../operation-outcome';
import { type EncounterGroup, listEntryIndexes } from './encounter-group';
import { type EncounterRefusal, EncountersRefusedError } from './encounter-refusals';
import { EncountersRecorderService } from './encounters-recorder.service';
import { createDependencyProblem } from './plan-entries';

/** Attempts to record all Encounters of a batch that are not refused: refusals can hide others. */
const MAX_JOINT_ATTEMPTS = 4;
/** Refused attempts to record parts of a batch. The locks of its transaction must not stop other callers for long. */
const MAX_REFUSED_PARTS = 60;

/** The path of an entry, at the beginning of an element's; an Encounter can have thousands of entries, each with a problem. */
const ENTRY_PATH = /^Bundle\.entry\[\d+\]/;

interface Attempt {
  readonly caller: Caller;
  readonly refused: Map<EncounterGroup, EncounterRefusal>;
}

/** Records Encounters of which each may be refused without the others. */
@Injectable()
export class EncounterBatchesService {
  constructor(
    private readonly database: Database,
    private readonly recorder: EncountersRecorderService,
  ) {}

  /**
   * Records the groups that are not refused together, which is much faster than each on its own. If refusals still come to light
   * after a few attempts, records the rest in parts, and halves each refused part.
   * @returns the outcome of each entry of the groups
   */
  async record(groups: readonly EncounterGroup[], caller: Caller): Promise<EntryOutcomes> {
    const refused = new Map<EncounterGroup, EncounterRefusal>();
    let recorded: EntryOutcomes | undefined;
    for (let attempt = 1; attempt <= MAX_JOINT_ATTEMPTS && !recorded; attempt += 1) {
      const result = await this.attempt(listRemaining(groups, refused), caller);
      if (result instanceof EncountersRefusedError) addRefusals(groups, { refused, added: result.refusals });
      else recorded = result;
    }
    recorded ??= await this.recordRemaining(groups, { caller, refused });
    const outcomes = [...refused].flatMap(([group, { problems }]) => refuseEntries(group, problems));
    return new Map([...outcomes, ...recorded]);
  }

  /** Decides conflicts with other groups again, in order. */
  private recordRemaining(groups: readonly EncounterGroup[], attempt: Attempt): Promise<EntryOutcomes> {
    const { refused } = attempt;
    for (const [group, { others }] of refused) if (others.length > 0) refused.delete(group);
    // One transaction: if the database goes away in the middle, a retry must not double what was recorded until then.
    return this.database.sharedTransaction(() => this.recordParts(listRemaining(groups, refused), attempt));
  }

  /** Records the groups in order, in parts that are halved until none of their groups is refused. */
  private async recordParts(
    groups: readonly EncounterGroup[],
    { caller, refused }: Attempt,
  ): Promise<EntryOutcomes> {
    const recorded: [number, EntryOutcome][] = [];
    const waiting = [groups];
    let refusedParts = 0;
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      if (part.length === 0) continue;
      if (refusedParts === MAX_REFUSED_PARTS) {
        for (const group of part) refused.set(group, { problems: [createUntriedProblem(group)], others: [] });
        continue;
      }
      const result = await this.attempt(part, caller);
      if (!(result instanceof EncountersRefusedError)) {
        for (const outcome of result) recorded.push(outcome);
        continue;
      }
      refusedParts += 1;
      const isAlone = part.length === 1;
      for (const [group, refusal] of result.refusals)
        if (isAlone || refusal.others.length === 0) refused.set(group, refusal);
      const rest = part.filter((group) => !refused.has(group));
      const middle = Math.ceil(rest.length / 2);
      waiting.push(rest.slice(middle), rest.slice(0, middle));
    }
    return new Map(recorded);
  }

  private async attempt(
    groups: readonly EncounterGroup[],
    caller: Caller,
  ): Promise<EntryOutcomes | EncountersRefusedError> {
    if (groups.length === 0) return new Map();
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

function listRemaining(
  groups: readonly EncounterGroup[],
  refused: ReadonlyMap<EncounterGroup, EncounterRefusal>,
): EncounterGroup[] {
  return groups.filter((group) => !refused.has(group));
}

/** Adds refusals, and removes those whose only cause are groups that are refused themselves: these come before in the Bundle. */
function addRefusals(
  groups: readonly EncounterGroup[],
  { refused, added }: Pick<Attempt, 'refused'> & { readonly added: EncountersRefusedError['refusals'] },
): void {
  for (const [group, refusal] of added) refused.set(group, refusal);
  for (const group of groups) {
    const { others = [] } = refused.get(group) ?? {};
    if (others.length > 0 && others.every((other) => refused.has(other))) refused.delete(group);
  }
}

/** Returns an outcome for each entry of a refused group: its own problems, or a failed dependency. */
function refuseEntries(
  group: EncounterGroup,
  problems: readonly Problem[],
): (readonly [number, EntryOutcome])[] {
  const byEntry = groupBy(problems, ({ expression = '' }) => ENTRY_PATH.exec(expression)?.[0]);
  return listEntryIndexes(group).map((index) => [
    index,
    { kind: 'refused', problems: byEntry.get(formatEntryPath(index)) ?? [createDependencyProblem(index)] },
  ]);
}

function createUntriedProblem({ encounter }: EncounterGroup): Problem {
  return {
    status: 503,
    code: 'too-costly',
    text: 'not recorded, because too many other Encounters were refused one after the other: send it again without those',
    expression: `${formatEntryPath(encounter.index)}.resource`,
  };
}
