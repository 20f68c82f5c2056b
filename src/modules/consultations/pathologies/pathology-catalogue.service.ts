import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type PathologyCode, writtenCode } from './pathology-code';

export { type PathologyCode, writtenCode } from './pathology-code';
import { PATHOLOGIES_BY_CODES, PATHOLOGIES_BY_KEYS } from '../recording/consultations.sql';

/** A pathology of the catalogue. */
export interface CataloguePathology {
  readonly id: string;
  /** `nameKey` of its name. */
  readonly key: string;
  readonly name: string;
}

type FoundPathology = CataloguePathology & { readonly sought: string };

/** Pathologies of the catalogue by what they are recorded by. */
@Injectable()
export class PathologyCatalogueService {
  constructor(private readonly dataSource: DataSource) {}

  /** The pathologies of some codes, each by its code as it is written; what the catalogue does not have is absent. */
  async byCodes(
    codes: readonly PathologyCode[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, CataloguePathology>> {
    if (codes.length === 0) return new Map();
    const written = [...new Set(codes.map(writtenCode))];
    return bySought(await manager.query<FoundPathology[]>(PATHOLOGIES_BY_CODES, [written]));
  }

  /** The pathologies of some names, each by the name's key; a name of one country alone is absent. */
  async byKeys(
    keys: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, CataloguePathology>> {
    if (keys.length === 0) return new Map();
    return bySought(await manager.query<FoundPathology[]>(PATHOLOGIES_BY_KEYS, [[...new Set(keys)]]));
  }
}

function bySought(rows: readonly FoundPathology[]): ReadonlyMap<string, CataloguePathology> {
  return new Map(rows.map(({ sought, ...pathology }) => [sought, pathology]));
}
