import { ForbiddenException, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { filingCountry } from '../../../platform/access/filing-country';
import { nameKey } from '../../../shared/name-key';
import { type AnsweredConsultation, type AnsweredRow, answeredConsultation } from './answered-consultation';
import {
  ConsultationBatchService,
  type ConsultationRow,
  consultationRow,
} from './consultation-batch.service';
import { OUTCOMES_OF_LINES } from './consultations.sql';
import { PathologyCatalogueService } from '../pathologies/pathology-catalogue.service';
import { EDITIONS, type PathologyCode, writtenCode } from '../pathologies/pathology-code';

/** A consultation as a caller sends it. It has a name, a code, or both: then the code decides. */
export interface NewConsultation {
  readonly patientId: string;
  readonly pathologyName?: string | undefined;
  readonly pathologyCode?: PathologyCode | undefined;
  readonly consultationDate: Date;
  /** The account's own number: recorded once, however often and by how many calls at once it is sent. */
  readonly externalId?: string | undefined;
  /** The account's own country when absent. */
  readonly country?: CountryCode | undefined;
}

export interface Refusal {
  readonly status: 'refused';
  readonly code: 'BAD_REQUEST' | 'FORBIDDEN' | 'CONFLICT';
  /** Begins with the field, as in the line itself. */
  readonly message: string;
}

/** What became of a line. */
export type LineOutcome =
  { readonly status: 'recorded' | 'alreadyRecorded'; readonly consultation: AnsweredConsultation } | Refusal;

/** A line that can be recorded. */
interface CheckedLine {
  readonly row: ConsultationRow;
  /** What tells its pathology from others, by whatever name or code it was sent. */
  readonly pathologyKey: string;
  /** What the line names its pathology by. */
  readonly pathologyField: 'pathologyName' | 'pathologyCode';
}

type OutcomeRow = AnsweredRow & {
  readonly line: number;
  readonly pathology_key: string;
  /** Whether it has the content that was claimed; null for what was recorded just now. */
  readonly is_same: boolean | null;
};

/** Consultations of one caller, each with an outcome of its own. */
@Injectable()
export class ConsultationLinesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly batches: ConsultationBatchService,
    private readonly catalogue: PathologyCatalogueService,
  ) {}

  /** Records lines in one transaction: a line that is refused does not stop the others. Outcomes are in their order. */
  async recordMany(lines: readonly NewConsultation[], caller: Caller): Promise<LineOutcome[]> {
    if (lines.length === 0) return [];
    return this.dataSource.transaction((manager) => this.recordIn(manager, lines, caller));
  }

  /** Likewise, as a part of the caller's own transaction, and once in it: as `ConsultationBatchService.recordFrom`. */
  async recordIn(
    manager: EntityManager,
    lines: readonly NewConsultation[],
    caller: Caller,
  ): Promise<LineOutcome[]> {
    const checked = await this.check(manager, lines, caller);
    const rows = checked.flatMap((line) => ('row' in line ? line.row : []));
    if (rows.length === 0) return checked.filter((line) => 'status' in line);
    const recorded = await this.batches.recordRows(manager, rows, caller.userId);
    const sought = rows.map(({ line, country, external_id, digest }) => ({
      line,
      country,
      id: recorded.get(line) ?? null,
      external_id,
      digest,
    }));
    const found = await manager.query<OutcomeRow[]>(OUTCOMES_OF_LINES, [
      JSON.stringify(sought),
      caller.userId,
    ]);
    const byLine = new Map(found.map((outcome) => [outcome.line, outcome]));
    return checked.map((line) => {
      if ('status' in line) return line;
      const outcome = byLine.get(line.row.line);
      if (!outcome) throw new Error('a line was neither recorded nor claimed');
      return outcome.is_same === null
        ? { status: 'recorded', consultation: answeredConsultation(outcome) }
        : comparedOutcome(line, outcome);
    });
  }

  /** The rows of the lines, in order, or why a line has none. */
  private async check(
    manager: EntityManager,
    lines: readonly NewConsultation[],
    caller: Caller,
  ): Promise<(CheckedLine | Refusal)[]> {
    const codes = lines.flatMap(({ pathologyCode }) => pathologyCode ?? []);
    const byCode = await this.catalogue.byCodes(codes, manager);
    const claimed = lines.filter(({ externalId }) => externalId !== undefined);
    const keys = claimed.flatMap(({ pathologyName }) =>
      pathologyName === undefined ? [] : nameKey(pathologyName),
    );
    const byKey = await this.catalogue.byKeys(keys, manager);
    return lines.map((consultation, line) => {
      const { pathologyCode, externalId } = consultation;
      const known = pathologyCode && byCode.get(writtenCode(pathologyCode));
      if (pathologyCode && !known) return refusal('BAD_REQUEST', unknownCode(pathologyCode));
      const pathologyName = known?.name ?? consultation.pathologyName;
      if (pathologyName === undefined) throw new TypeError('a consultation without a pathology');
      const country = countryOrRefusal(caller, consultation.country);
      if (typeof country !== 'string') return country;
      const key = known?.key ?? nameKey(pathologyName);
      const pathologyKey = byKey.get(key)?.key ?? key;
      const row = consultationRow(
        { ...consultation, pathologyName, country },
        { line, externalId, pathologyKey },
      );
      return { row, pathologyKey, pathologyField: pathologyCode ? 'pathologyCode' : 'pathologyName' };
    });
  }
}

export function refusal(code: Refusal['code'], message: string): Refusal {
  return { status: 'refused', code, message };
}

function countryOrRefusal(caller: Caller, named: CountryCode | undefined): CountryCode | Refusal {
  try {
    return filingCountry(caller, named, 'country');
  } catch (error) {
    if (error instanceof ForbiddenException) return refusal('FORBIDDEN', error.message);
    throw error;
  }
}

function unknownCode(code: PathologyCode): string {
  return `pathologyCode: "${writtenCode(code)}" is not in the catalogue, which follows ${EDITIONS[code.classification]}; send pathologyName where no code fits`;
}

/** The outcome of a line whose external id had been claimed: the first record, where it says the same. */
function comparedOutcome(
  { row, pathologyKey, pathologyField }: CheckedLine,
  stored: OutcomeRow,
): LineOutcome {
  // A name of one country may have come into the catalogue since, under another pathology's key.
  const isSamePathology = [row.key, pathologyKey].includes(stored.pathology_key);
  const differing = [
    ...(row.patient_id === stored.patient_id ? [] : ['patientId']),
    ...(isSamePathology ? [] : [pathologyField]),
    ...(row.consulted_at === stored.consulted_at.toISOString() ? [] : ['consultationDate']),
    ...(row.country === stored.country ? [] : ['country']),
  ];
  // The digest knows the content as it was sent, even where a patient has been erased since.
  if (stored.is_same === true || differing.length === 0) {
    return { status: 'alreadyRecorded', consultation: answeredConsultation(stored) };
  }
  return refusal(
    'CONFLICT',
    `externalId: "${row.external_id}" was recorded before with another ${new Intl.ListFormat('en').format(differing)}`,
  );
}
