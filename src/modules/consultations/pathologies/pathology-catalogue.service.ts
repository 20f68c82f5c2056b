import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { type NameOfCountry, NamedPathologies } from './named-pathologies';
import { formatPathologyCode, listBroaderCodes, type PathologyCode } from './pathology-code';
import {
  type CataloguePathology,
  FIND_PATHOLOGIES_BY_CODES,
  FIND_PATHOLOGIES_BY_NAMES,
} from './pathology-catalogue.sql';

/** Finds pathologies of the catalogue and of countries. */
@Injectable()
export class PathologyCatalogueService {
  constructor(private readonly database: Database) {}

  /**
   * Returns the pathologies of codes, keyed by the formatted code: its own, or that of the narrowest broader code. Codes without
   * any are absent.
   */
  async findByCodes(
    codes: readonly PathologyCode[],
    database = this.database,
  ): Promise<ReadonlyMap<string, CataloguePathology>> {
    if (codes.length === 0) return new Map();
    const distinct = new Map(codes.map((code) => [formatPathologyCode(code), code]));
    const broader = [...distinct].map(
      ([text, code]) => [text, listBroaderCodes(code).map(formatPathologyCode)] as const,
    );
    const searched = [...new Set(broader.flatMap(([, each]) => each))];
    const rows = await database.rows(FIND_PATHOLOGIES_BY_CODES, { codes: searched });
    const found = new Map(rows.map(({ searched: code, ...pathology }) => [code, pathology]));
    return new Map(
      broader.flatMap(([code, each]) => {
        const pathology = each.map((one) => found.get(one)).find((one) => one !== undefined);
        return pathology ? [[code, pathology] as const] : [];
      }),
    );
  }

  /** Returns the pathologies that names mean in their countries: in the catalogue, else those of the country. */
  async findByNames(names: readonly NameOfCountry[], database = this.database): Promise<NamedPathologies> {
    if (names.length === 0) return new NamedPathologies([]);
    const scopes = ['*', ...new Set(names.map(({ country }) => country))];
    const keys = [...new Set(names.map(({ key }) => key))];
    return new NamedPathologies(await database.rows(FIND_PATHOLOGIES_BY_NAMES, { scopes, keys }));
  }
}
