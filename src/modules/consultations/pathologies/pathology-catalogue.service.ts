import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { formatPathologyCode, listBroaderCodes, type PathologyCode } from './pathology-code';
import {
  type CataloguePathology,
  FIND_PATHOLOGIES_BY_CODES,
  FIND_PATHOLOGIES_BY_NAME_KEYS,
} from './pathology-catalogue.sql';

/** Finds pathologies of the catalogue. */
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
    const found = bySearched(await database.rows(FIND_PATHOLOGIES_BY_CODES, { codes: searched }));
    return new Map(
      broader.flatMap(([code, each]) => {
        const pathology = each.map((one) => found.get(one)).find((one) => one !== undefined);
        return pathology ? [[code, pathology] as const] : [];
      }),
    );
  }

  /** Returns the pathologies of names, keyed by `nameKey`. Unknown names, and names of one country alone, are absent. */
  async findByNameKeys(
    keys: readonly string[],
    database = this.database,
  ): Promise<ReadonlyMap<string, CataloguePathology>> {
    if (keys.length === 0) return new Map();
    return bySearched(await database.rows(FIND_PATHOLOGIES_BY_NAME_KEYS, { keys: [...new Set(keys)] }));
  }
}

function bySearched(
  rows: readonly (CataloguePathology & { readonly searched: string })[],
): ReadonlyMap<string, CataloguePathology> {
  return new Map(rows.map(({ searched, ...pathology }) => [searched, pathology]));
}
