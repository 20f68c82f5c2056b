import { BadRequestException, Injectable } from '@nestjs/common';
import type { CountryScope } from '../../../shared/country';
import { PathologyCountsService } from '../../../modules/consultations';
import { dayOf, type NamedPeriod } from '../../../shared/calendar';
import { nameKey } from '../../../shared/name-key';
import type { Dhis2Mapping } from './dhis2-mapping';
import { SmallNumbersService } from '../small-numbers/small-numbers.service';
import { type Released, SUPPRESSED, sumOf } from '../small-numbers/suppression';

/** As DHIS2 imports it; every number is text there. */
export interface DataValue {
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

/** What has cases and no place in the mapping. */
export interface Unmapped {
  readonly pathologies: readonly { readonly name: string; readonly icd10: string | null }[];
  readonly countries: readonly string[];
}

/** What takes the place of a number that is withheld. */
export const SUPPRESSED_COMMENT = 'Suppressed: a small number, or one that would give a small number away';

/** Cases by pathology and country as DHIS2's data values. */
@Injectable()
export class DataValueSetsService {
  constructor(
    private readonly pathologyCounts: PathologyCountsService,
    private readonly smallNumbers: SmallNumbersService,
  ) {}

  /**
   * One value for each data element of the mapping and each country that it maps and that has any figures: where there is no
   * case, 0, so that a corrected count replaces what was sent before.
   * @throws BadRequestException for a period that has not begun, in which nothing can be zero yet
   */
  async build(
    { period, scope }: { readonly period: NamedPeriod; readonly scope: CountryScope },
    mapping: Dhis2Mapping,
  ): Promise<{ dataValueSet: DataValueSet; unmapped: Unmapped }> {
    if (period.from > dayOf(new Date())) throw new BadRequestException('period: has not begun');
    const withFigures = await this.pathologyCounts.countries();
    const release = await this.smallNumbers.cases(period);
    const index = indexOf(mapping);
    const unmapped = new Map<string, Unmapped['pathologies'][number]>();
    const unmappedCountries: string[] = [];
    const dataValues: DataValue[] = [];
    for (const country of withFigures.filter((one) => scope === '*' || one === scope)) {
      const totals = await this.pathologyCounts.totals(country, period);
      const orgUnit = mapping.organisationUnits[country];
      if (orgUnit === undefined) {
        if (totals.length > 0) unmappedCountries.push(country);
        continue;
      }
      const reported = mapping.dataElements.map((): Released[] => []);
      for (const { name, icd10, count } of totals) {
        const element = index.get(nameKey(icd10 ?? '')) ?? index.get(nameKey(name));
        if (element === undefined) unmapped.set(nameKey(name), { name, icd10 });
        else reported[element]?.push(release(count, { name, country }));
      }
      dataValues.push(
        ...mapping.dataElements.map(({ dataElement, categoryOptionCombo }, element) => ({
          dataElement,
          period: dhis2Period(period),
          orgUnit,
          ...(categoryOptionCombo !== undefined && { categoryOptionCombo }),
          ...(mapping.attributeOptionCombo !== undefined && {
            attributeOptionCombo: mapping.attributeOptionCombo,
          }),
          ...written(sumOf(reported[element] ?? []), mapping),
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

/** DHIS2 writes a week without a leading zero: `2026W5`. */
export function dhis2Period({ name }: NamedPeriod): string {
  return name.replace(/-W0?/, 'W').replace('-', '');
}

/** The position in the mapping of each pathology, by the key of its code or its name. */
function indexOf({ dataElements }: Dhis2Mapping): Map<string, number> {
  return new Map(
    dataElements.flatMap(({ pathologies }, index) =>
      pathologies.map((name) => [nameKey(name), index] as const),
    ),
  );
}

function written(number: Released, { suppressed }: Dhis2Mapping): Partial<DataValue> {
  if (number !== SUPPRESSED) return { value: String(number) };
  return suppressed === 'comment' ? { comment: SUPPRESSED_COMMENT } : { deleted: true };
}
