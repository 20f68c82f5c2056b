import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { CountryCode } from '../../../shared/country';
import { PathologyCountsService, type WeeklyCounts } from '../../consultations';
import type { Alert } from './alert';
import { LIST_STORED_ALERTS, LIST_STORED_HISTORIES, STORE_ALERTS, VERSION_PREFIX } from './stored-alerts.sql';

/** A country with the alerts that were last computed. */
export interface StoredAlerts {
  readonly country: CountryCode;
  /** The version of its counts now. */
  readonly version: string;
  /** Null if none were computed for the week by these rules. */
  readonly alerts: readonly Alert[] | null;
  /** Whether the counts are the same as when the alerts were computed. */
  readonly isCurrent: boolean;
}

interface ComputedAlerts {
  readonly country: CountryCode;
  readonly version: string;
  readonly alerts: readonly Alert[];
  readonly histories: readonly WeeklyCounts[];
}

/** Stores the alerts of each country, which all processes share. */
@Injectable()
export class StoredAlertsService {
  constructor(
    private readonly database: Database,
    private readonly pathologyCounts: PathologyCountsService,
  ) {}

  /** Returns every country with counts: first those without stored alerts, then those that were computed first. */
  async list(week: string): Promise<StoredAlerts[]> {
    const versions = new Map(
      (await this.pathologyCounts.listVersions()).map(({ country, version }) => [country, version]),
    );
    const rows = await this.database.rows(LIST_STORED_ALERTS, { week, versionPrefix: VERSION_PREFIX });
    const stored = rows.flatMap(({ country, version: storedVersion, alerts }) => {
      const version = versions.get(country);
      versions.delete(country);
      return version === undefined
        ? []
        : [{ country, version, alerts, isCurrent: storedVersion === VERSION_PREFIX + version }];
    });
    const missing = [...versions].map(([country, version]) => ({
      country,
      version,
      alerts: null,
      isCurrent: false,
    }));
    return [...missing, ...stored];
  }

  /** Returns the stored histories by country. */
  async listHistories(week: string): Promise<Map<CountryCode, readonly WeeklyCounts[]>> {
    const rows = await this.database.rows(LIST_STORED_HISTORIES, { week, versionPrefix: VERSION_PREFIX });
    return new Map(rows.map(({ country, histories }) => [country, histories]));
  }

  /** @param computed with the version of the counts before they were read */
  async store(week: string, { country, version, alerts, histories }: ComputedAlerts): Promise<void> {
    await this.database.run(STORE_ALERTS, {
      country,
      week,
      version: VERSION_PREFIX + version,
      alerts: JSON.stringify(alerts),
      histories: JSON.stringify(histories),
    });
  }
}
