import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { ownCountry } from '../../platform/access/record-country';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { Database } from '../../platform/database/database';
import { PathologyCatalogueService, repeatRecording } from '../../modules/consultations';
import type { ParsedBundle } from './bundle/parse-bundle';
import type { EntryOutcome, EntryOutcomes } from './bundle/entry-outcome';
import { getFhirBaseUrl } from './fhir-base-url';
import { throwIfAnyProblem } from './operation-outcome';
import { FAILED_DEPENDENCY } from './encounters/subject';
import { buildGroups } from './encounters/encounter-draft';
import type { EncounterGroup } from './encounters/encounter-group';
import { listCandidatesByConcept, planEntries } from './encounters/plan-entries';
import { listKeys } from './encounters/pathology-choice';
import { EncounterBatchesService } from './encounters/encounter-batches.service';
import { EncountersRecorderService } from './encounters/encounters-recorder.service';
import { EncountersRefusedError } from './encounters/encounter-refusals';

/** Records FHIR Bundles. */
@Injectable()
export class BundlesService {
  private readonly baseUrl: string;

  constructor(
    @Inject(ENVIRONMENT) { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
    private readonly database: Database,
    private readonly catalogue: PathologyCatalogueService,
    private readonly recorder: EncountersRecorderService,
    private readonly batches: EncounterBatchesService,
  ) {
    this.baseUrl = getFhirBaseUrl(PUBLIC_URL);
  }

  /**
   * Records the Encounters and Conditions of a Bundle: all or none of a transaction; in a batch, each Encounter with its
   * Conditions separately.
   * @returns the outcome of each entry, in order
   * @throws RefusedException if any entry of a transaction is refused
   */
  async record(bundle: ParsedBundle, caller: Caller): Promise<EntryOutcome[]> {
    return repeatRecording(this.database, () => this.planAndRecord(bundle, caller));
  }

  private async planAndRecord({ type, entries }: ParsedBundle, caller: Caller): Promise<EntryOutcome[]> {
    const isTransaction = type === 'transaction';
    const candidates = await listCandidatesByConcept(entries);
    const concepts = [...candidates.values()];
    const country = ownCountry(caller);
    const codes = await this.catalogue.findByCodes(concepts.flatMap((each) => each.codes));
    const keys = concepts.flatMap((each) => listKeys(each, { codes }));
    const names = await this.catalogue.findByNames(keys.map((key) => ({ country, key })));
    const pathologies = { candidates, codes, names, country };
    const plans = await planEntries(entries, { pathologies, baseUrl: this.baseUrl });
    if (isTransaction) {
      const problems = plans.flatMap((plan) => (plan.kind === 'refused' ? plan.problems : []));
      // A failed dependency only repeats that another entry was refused.
      throwIfAnyProblem(problems.filter(({ status }) => status !== FAILED_DEPENDENCY));
    }
    const drafts = [...new Set(plans.flatMap((plan) => (plan.kind === 'record' ? [plan.draft] : [])))];
    const outcomes = isTransaction
      ? await this.recordTogether(await buildGroups(drafts, pathologies), caller)
      : await this.batches.record(drafts, pathologies, caller);
    return plans.map((plan, index) => {
      const outcome = plan.kind === 'record' ? outcomes.get(index) : plan;
      if (!outcome) throw new Error('an entry has no outcome');
      return outcome;
    });
  }

  private async recordTogether(groups: readonly EncounterGroup[], caller: Caller): Promise<EntryOutcomes> {
    try {
      return await this.database.transaction((transaction) =>
        this.recorder.record(transaction, groups, caller),
      );
    } catch (error) {
      if (error instanceof EncountersRefusedError)
        throwIfAnyProblem([...error.refusals.values()].flatMap(({ problems }) => problems));
      throw error;
    }
  }
}
