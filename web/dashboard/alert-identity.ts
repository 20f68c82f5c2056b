import type { DataOf } from './queries/queries';
import { identityOf } from './selection';

/** Returns the name of what an alert counts, which is the same in every language. */
export function alertIdentity({
  pathology,
  englishName = pathology,
  series,
}: DataOf<'alerts'>['alerts'][number]): string {
  return series ? identityOf(series) : englishName;
}
