import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type PathologyCode, writtenCode } from './pathology-code';
import { PATHOLOGIES_BY_CODES } from './consultations.sql';

/** A pathology of the catalogue. */
export interface CataloguePathology {
  readonly id: string;
  readonly name: string;
}

/** Pathologies by the codes that they are recorded by. */
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
    const rows = await manager.query<(CataloguePathology & { written: string })[]>(PATHOLOGIES_BY_CODES, [
      written,
    ]);
    return new Map(rows.map(({ written, id, name }) => [written, { id, name }]));
  }
}
