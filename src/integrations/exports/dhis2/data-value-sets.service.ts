import { BadRequestException, Injectable } from '@nestjs/common';
import type { CountryScope } from '../../../shared/country';
import { PathologyCountsService } from '../../../modules/consultations';
import { dayOf, type NamedPeriod } from '../../../shared/period';
import { nameKey } from '../../../shared/name-key';
import { isInScope } from '../../../platform/access/country-scope';
import type { Dhis2Mapping } from './dhis2-mapping';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { SmallNumbersService } from '../small-numbers/small-numbers.service';
import { type PublishedCount, SUPPRESSED, sumPublishedCounts } from '../small-numbers/suppression';

/** A value in DHIS2's import format, in which every number is text. */
interface DataValue {
  readonly dataElement: string;
  /** A month as `202603`, an ISO week as `2026W11`. */
  readonly period: string;
  readonly orgUnit: string;
  readonly categoryOptionCombo?: string;
  readonly attributeOptionCombo?: string;
  readonly value?: string;
  readonly comment?: string;
  readonly deleted?: true;
}

/** The body of a POST to DHIS2's `/api/dataValueSets`. */
export interface DataValueSet {
  readonly dataSet?: string;
  readonly dataValues: readonly DataValue[];
}

/** Pathologies and countries that have cases and are not in the mapping. */
export interface Unmapped {
  readonly pathologies: readonly { readonly name: string; readonly icd10: string | null }[];
  readonly countries: readonly string[];
}

const SUPPRESSED_COMMENT = 'Suppressed: a small number, or one that would give a small number away';

/** Builds DHIS2 data value sets from the cases by pathology and country. */
@Injectable()
export class DataValueSetsService {
  constructor(
    private readonly pathologyCounts: PathologyCountsService,
    private readonly smallNumbers: SmallNumbersService,
  ) {}

  /**
   * Returns one value for each data element and each mapped country that has figures of any period.
   * Without a case the value is 0, so that a corrected count overwrites the one sent before.
   * @throws BadRequestException if the period has not begun: its zeros would be meaningless
   */
  async build(
    { period, scope }: { readonly period: NamedPeriod; readonly scope: CountryScope },
    mapping: Dhis2Mapping,
  ): Promise<{ dataValueSet: DataValueSet; unmapped: Unmapped }> {
    if (period.from > dayOf(new Date())) throw new BadRequestException('period: has not begun');
    const countries = await this.pathologyCounts.listCountries();
    const suppress = await this.smallNumbers.createCaseSuppressor(period);
    const elementIndexes = indexPathologies(mapping);
    const unmapped = new Map<string, Unmapped['pathologies'][number]>();
    const unmappedCountries: string[] = [];
    const dataValues: DataValue[] = [];
    for (const country of countries.filter((each) => isInScope(scope, each))) {
      const totals = await this.pathologyCounts.getTotals(country, period);
      const orgUnit = mapping.organisationUnits[country];
      if (orgUnit === undefined) {
        if (totals.length > 0) unmappedCountries.push(country);
        continue;
      }
      const countsByElement = mapping.dataElements.map((): PublishedCount[] => []);
      await mapInTurns(totals, ({ key, name, icd10, count }) => {
        const index = elementIndexes.get(nameKey(icd10 ?? '')) ?? elementIndexes.get(nameKey(name));
        if (index === undefined) unmapped.set(nameKey(name), { name, icd10 });
        else countsByElement[index]?.push(suppress(count, { key, country }));
      });
      dataValues.push(
        ...mapping.dataElements.map(({ dataElement, categoryOptionCombo }, index) => ({
          dataElement,
          period: formatDhis2Period(period),
          orgUnit,
          ...(categoryOptionCombo !== undefined && { categoryOptionCombo }),
          ...(mapping.attributeOptionCombo !== undefined && {
            attributeOptionCombo: mapping.attributeOptionCombo,
          }),
          ...formatCount(sumPublishedCounts(countsByElement[index] ?? []), mapping),
        })),
      );
    }
    const { dataSet } = mapping;
    return {
      dataValueSet: { ...(dataSet !== undefined && { dataSet }), dataValues },
      unmapped: { pathologies: [...unmapped.values()], countries: unmappedCountries },
    };
  }
}

/** Formats a month as `202603` and a week as `2026W5`, without a leading zero. */
export function formatDhis2Period({ name }: NamedPeriod): string {
  return name.replace(/-W0?/, 'W').replace('-', '');
}

/** @returns the index of each pathology's data element, by the key of the pathology's code or name */
function indexPathologies({ dataElements }: Dhis2Mapping): Map<string, number> {
  return new Map(
    dataElements.flatMap(({ pathologies }, index) =>
      pathologies.map((codeOrName) => [nameKey(codeOrName), index] as const),
    ),
  );
}

function formatCount(count: PublishedCount, { suppressed }: Dhis2Mapping): Partial<DataValue> {
  if (count !== SUPPRESSED) return { value: String(count) };
  return suppressed === 'comment' ? { comment: SUPPRESSED_COMMENT } : { deleted: true };
}
