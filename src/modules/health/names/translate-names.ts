import { findTranslation, type NameKind } from '../../../shared/catalogue-names/catalogue-names';
import type { Locale } from '../../../shared/locale';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { Alert } from '../alerts/alert';

/** Returns a name in a language, with the English one beside it; the name alone in English, and if it is not of the catalogue. */
export function translateName(kind: NameKind, name: string, language: Locale) {
  const translated = findTranslation(kind, name, language);
  return translated ? { name: translated.name, englishName: name, translation: translated.mark } : { name };
}

/** Returns rows with their names in a language. */
export async function translateNames<Row extends { readonly name: string }>(
  kind: NameKind,
  rows: Row[],
  language: Locale,
) {
  if (language === 'en') return rows;
  return mapInTurns(rows, (row) => ({ ...row, ...translateName(kind, row.name, language) }));
}

/** Returns alerts with the names of their pathologies and sums in a language. */
export async function translateAlerts<Listed extends Alert>(alerts: Listed[], language: Locale) {
  if (language === 'en') return alerts;
  return mapInTurns(alerts, (alert) => ({
    ...alert,
    ...translatePathology(alert, language),
    ...(alert.series && {
      series: {
        ...translateName('series', alert.series.name, language),
        members: alert.series.members.map((member) => ({
          ...member,
          ...translatePathology(member, language),
        })),
      },
    }),
  }));
}

function translatePathology({ pathology: english }: Pick<Alert, 'pathology'>, language: Locale) {
  const { name, ...beside } = translateName('pathologies', english, language);
  return { pathology: name, ...beside };
}
