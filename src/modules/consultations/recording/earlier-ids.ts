import type { ClaimedPathology } from './consultation-recording.sql';
import type { EarlierId } from './new-consultation';

/** Returns the external id of an earlier release that is a consultation's own, preferably of a record that is not voided. */
export function chooseEarlierId(
  earlierIds: readonly EarlierId[],
  claims: ReadonlyMap<string, ClaimedPathology>,
): string | undefined {
  const own = earlierIds.flatMap(({ externalId, pathologyKey }) => {
    const claim = claims.get(externalId);
    return claim?.key === pathologyKey ? claim : [];
  });
  return (own.find(({ isVoided }) => !isVoided) ?? own[0])?.externalId;
}
