import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { CountryCode } from '../../../shared/country';
import { dayOf, periodOf } from '../../../shared/period';
import { PathologyCountsService, type WeeklyCounts } from '../../consultations';
import type { Alert } from './alert';
import { ALERT_RULES } from './alerts.contract';
import {
  COUNT_STORED_ALERTS,
  LIST_STORED_ALERTS,
  LIST_STORED_HISTORIES,
  LIST_STORED_VERSIONS,
  STORE_ALERTS,
  VERSION_PREFIX,
} from './stored-alerts.sql';

export interface CountryVersion {
  readonly country: CountryCode;
  /** The version of its counts now. */
  readonly version: string;
}

/** A country with the alerts that were last computed. */
export interface StoredAlerts extends CountryVersion {
  /** Null if none were computed for the week by these rules. */
  readonly alerts: readonly Alert[] | null;
  /** Whether the counts are the same as when the alerts were computed. */
  readonly isUpToDate: boolean;
}

interface ComputedAlerts extends CountryVersion {
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

  /** Returns every country with counts: first those without stored alerts, then the others, oldest computation first. */
  async list(week: string): Promise<StoredAlerts[]> {
    const versions = new Map(
      (await this.pathologyCounts.listVersions()).map(({ country, version }) => [country, version]),
    );
    const rows = await this.database.rows(LIST_STORED_ALERTS, { week });
    const stored = rows.flatMap(({ country, version: storedVersion, alerts }) => {
      const version = versions.get(country);
      versions.delete(country);
      return version === undefined
        ? []
        : [{ country, version, alerts, isUpToDate: storedVersion === VERSION_PREFIX + version }];
    });
    const missing = [...versions].map(([country, version]) => ({
      country,
      version,
      alerts: null,
      isUpToDate: false,
    }));
    return [...missing, ...stored];
  }

  /** Returns the countries with counts that have no stored alerts, or alerts of other counts. */
  async listOutdated(week: string): Promise<CountryVersion[]> {
    const countries = await this.pathologyCounts.listVersions();
    const rows = await this.database.rows(LIST_STORED_VERSIONS, { week });
    const stored = new Map(rows.map(({ country, version }) => [country, version]));
    return countries.filter(({ country, version }) => stored.get(country) !== VERSION_PREFIX + version);
  }

  /** Returns the stored histories of some countries. */
  async listHistories(
    week: string,
    countries: readonly CountryCode[],
  ): Promise<Map<CountryCode, readonly WeeklyCounts[]>> {
    const rows = await this.database.rows(LIST_STORED_HISTORIES, { week, countries });
    return new Map(rows.map(({ country, histories }) => [country, histories]));
  }

  /** Returns how many alerts are stored for the current week, for each rule. */
  async countByRule(): Promise<{ rule: Alert['rule']; count: number }[]> {
    const week = periodOf('week', dayOf(new Date())).name;
    const counts = new Map(
      (await this.database.rows(COUNT_STORED_ALERTS, { week })).map(({ rule, count }) => [rule, count]),
    );
    return ALERT_RULES.map((rule) => ({ rule, count: counts.get(rule) ?? 0 }));
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
