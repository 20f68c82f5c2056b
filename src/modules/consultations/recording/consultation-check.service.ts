import { ForbiddenException, Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { resolveRecordCountry } from '../../../platform/access/record-country';
import type { Transaction } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { CountryCode } from '../../../shared/country';
import { nameKey } from '../../../shared/name-key';
import {
  aliasOfName,
  formatNameOfCountry,
  keyOfCode,
  nameNewPathologies,
  nameOfCode,
} from '../pathologies/coded-pathology';
import type { NamedPathologies } from '../pathologies/named-pathologies';
import { PathologyCatalogueService } from '../pathologies/pathology-catalogue.service';
import type { CataloguePathology } from '../pathologies/pathology-catalogue.sql';
import { EDITIONS, formatPathologyCode, isWhoIcd10, type PathologyCode } from '../pathologies/pathology-code';
import { toConsultationRow } from './consultation-batch';
import { FIND_CLAIMED_PATHOLOGIES } from './consultation-recording.sql';
import { chooseEarlierId } from './earlier-ids';
import { type AcceptedItem, type CheckedConsultation, type Refusal, refuse } from './item-outcome';
import type { NewConsultation } from './new-consultation';
import { StalePathologyError } from './repeated-recording';

/** A consultation whose country may be used, and whose code means a pathology. */
interface SentItem {
  readonly item: number;
  readonly consultation: NewConsultation;
  readonly country: CountryCode;
  readonly pathologyName: string;
  /** `nameKey` of the name; of the code, if the catalogue has no pathology of it. */
  readonly key: string;
  /** Whether it was sent with a name alone. */
  readonly isByName: boolean;
  /** The code of a pathology that is not in the catalogue. */
  readonly code: PathologyCode | undefined;
}

type CodedItem = SentItem & { readonly code: PathologyCode };

interface PathologiesOfItems {
  readonly known: NamedPathologies;
  /** Codes of pathologies that will be created, by the names that they will have (`formatNameOfCountry`). */
  readonly newNames: ReadonlyMap<string, CodedItem>;
}

/** Checks consultations before they are recorded, and finds what identifies them. */
@Injectable()
export class ConsultationCheckService {
  constructor(
    private readonly catalogue: PathologyCatalogueService,
    private readonly distribution: Distribution,
  ) {}

  /** Returns the row or the refusal of each consultation, in order. */
  async check(
    transaction: Transaction,
    consultations: readonly NewConsultation[],
    caller: Caller,
  ): Promise<CheckedConsultation[]> {
    const restored = await this.restoreIds(transaction, consultations, caller);
    const codes = restored.flatMap(({ pathologyCode }) => pathologyCode ?? []);
    const byCode = await this.catalogue.findByCodes(codes, transaction);
    const sent = await mapInTurns(restored, (consultation, item) =>
      resolveItem(consultation, { item, byCode, caller }),
    );
    const items = sent.flatMap((each) => ('status' in each ? [] : each));
    const pathologies = await this.findPathologies(transaction, items);
    return mapInTurns(sent, (each) => ('status' in each ? each : toAcceptedItem(each, pathologies)));
  }

  /**
   * Checks again that the items have the pathologies by which they are identified, once these are created.
   * @throws StalePathologyError if another transaction gave a name another pathology meanwhile
   */
  async assertCurrent(transaction: Transaction, items: readonly AcceptedItem[]): Promise<void> {
    const known = await this.catalogue.findByNames(
      items.flatMap(({ newName, pathologyKey }) =>
        newName ? [newName, { ...newName, key: pathologyKey }] : [],
      ),
      transaction,
    );
    for (const { newName, pathologyKey } of items) {
      if (!newName) continue;
      // Another transaction may have created the pathology of the code under another name.
      const isCreated = known.find({ ...newName, key: pathologyKey }) !== undefined;
      assertSame(pathologyKey, known.find(newName)?.key ?? (isCreated ? newName.key : undefined));
    }
  }

  /** Finds the pathologies of names as far as they identify a consultation or may be those of new codes. */
  private async findPathologies(
    transaction: Transaction,
    items: readonly SentItem[],
  ): Promise<PathologiesOfItems> {
    const coded = items.filter((each): each is CodedItem => each.code !== undefined);
    const namesOfCodes = new Set((await mapInTurns(coded, listNamesOfCode)).flat());
    const mayBeOfCode = (each: SentItem) => each.isByName && namesOfCodes.has(formatNameOfCountry(each));
    const hasNamesOfCodes = items.some(mayBeOfCode);
    const searched = items.filter(
      (each) =>
        isIdentifiedByName(each) || (hasNamesOfCodes && (each.code !== undefined || mayBeOfCode(each))),
    );
    const known = await this.catalogue.findByNames(searched, transaction);
    return { known, newNames: hasNamesOfCodes ? nameNewPathologies(coded, known) : new Map() };
  }

  /**
   * Returns the consultations with the ids under which an earlier release recorded them, so that they are recognised. If it
   * recorded one twice, a record that is voided is not preferred: the other one still counts.
   */
  private async restoreIds(
    transaction: Transaction,
    consultations: readonly NewConsultation[],
    { userId: accountId }: Caller,
  ): Promise<readonly NewConsultation[]> {
    const externalIds = consultations.flatMap(({ earlierIds = [] }) =>
      earlierIds.map(({ externalId }) => externalId),
    );
    if (externalIds.length === 0) return consultations;
    const countries = await this.distribution.countriesOf(accountId);
    const rows = await transaction.rows(FIND_CLAIMED_PATHOLOGIES, { accountId, externalIds, countries });
    const claims = new Map(rows.map((row) => [row.externalId, row]));
    return consultations.map((each) => {
      const externalId = chooseEarlierId(each.earlierIds ?? [], claims);
      return externalId === undefined ? each : { ...each, externalId };
    });
  }
}

/** Whether the pathology must be known before the consultation is recorded, and is not known by a code of the catalogue. */
function isIdentifiedByName({
  consultation: { externalId, expectedKey },
  isByName,
  code,
}: SentItem): boolean {
  return (externalId !== undefined || expectedKey !== undefined) && (isByName || code !== undefined);
}

function assertSame(key: string, other: string | undefined): void {
  if (other !== undefined && other !== key)
    throw new StalePathologyError('a name has got another pathology meanwhile');
}

/** Returns the name that the pathology of a code has if the item creates it. */
function listNamesOfCode({ country, pathologyName }: CodedItem): string[] {
  const key = aliasOfName(pathologyName);
  return key === undefined ? [] : [formatNameOfCountry({ country, key })];
}

interface ItemContext {
  readonly item: number;
  /** Pathologies of the catalogue, keyed by the formatted code. */
  readonly byCode: ReadonlyMap<string, CataloguePathology>;
  readonly caller: Caller;
}

function resolveItem(
  consultation: NewConsultation,
  { item, byCode, caller }: ItemContext,
): SentItem | Refusal {
  const { pathologyCode } = consultation;
  const known = pathologyCode && byCode.get(formatPathologyCode(pathologyCode));
  if (pathologyCode && !known && !isWhoIcd10(pathologyCode))
    return refuse('BAD_REQUEST', describeUnknownCode(pathologyCode));
  const ownName = pathologyCode
    ? nameOfCode(pathologyCode, consultation.pathologyName)
    : consultation.pathologyName;
  const pathologyName = known?.name ?? ownName;
  if (pathologyName === undefined) throw new TypeError('a consultation has no pathology');
  const country = resolveCountry(caller, consultation.country);
  if (typeof country !== 'string') return country;
  // A code is one pathology of the country, whatever it is called.
  const code = known ? undefined : pathologyCode;
  const key = known?.key ?? (code ? keyOfCode(code) : nameKey(pathologyName));
  return { item, consultation, country, pathologyName, key, isByName: !pathologyCode, code };
}

function toAcceptedItem(sent: SentItem, { known, newNames }: PathologiesOfItems): AcceptedItem {
  const { item, consultation, country, pathologyName, key, isByName, code: sentCode } = sent;
  const { pathologyCode, externalId, expectedKey } = consultation;
  const pathology = known.find({ country, key });
  const isOfNewCode = isByName && !pathology;
  const code = isOfNewCode ? newNames.get(formatNameOfCountry({ country, key }))?.code : sentCode;
  const codeKey = code && keyOfCode(code);
  const pathologyKey = pathology?.key ?? codeKey ?? key;
  assertSame(pathologyKey, expectedKey);
  const row = toConsultationRow(
    { ...consultation, pathologyName, country },
    { item, externalId, pathologyKey, otherKeys: pathology?.otherKeys, codeKey },
  );
  const newName = isIdentifiedByName(sent) && !pathology ? { country, key } : undefined;
  return { row, pathologyKey, newName, pathologyField: pathologyCode ? 'pathologyCode' : 'pathologyName' };
}

function resolveCountry(caller: Caller, requested: CountryCode | undefined): CountryCode | Refusal {
  try {
    return resolveRecordCountry(caller, requested, 'country');
  } catch (error) {
    if (error instanceof ForbiddenException) return refuse('FORBIDDEN', error.message);
    throw error;
  }
}

function describeUnknownCode(code: PathologyCode): string {
  return `pathologyCode: "${formatPathologyCode(code)}" is not in the catalogue, which follows ${EDITIONS[code.classification]}; send pathologyName where no code fits`;
}
