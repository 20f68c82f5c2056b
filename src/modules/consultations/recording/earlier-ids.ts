import { nameKey } from '../../../shared/name-key';
import type { ClaimedPathology } from './consultation-recording.sql';
import type { EarlierId, NewConsultation } from './new-consultation';

/** The pathology of the record that has an external id. */
type Claim = Omit<ClaimedPathology, 'externalId'>;

/** Returns the external id of an earlier release that is a consultation's own, preferably of a record that is not voided. */
export function chooseEarlierId(
  { earlierIds = [], pathologyName }: Pick<NewConsultation, 'earlierIds' | 'pathologyName'>,
  findClaim: (externalId: string) => Claim | undefined,
): string | undefined {
  const own = earlierIds.filter((id) => isOwnClaim(findClaim(id.externalId), id, pathologyName));
  const chosen = own.find(({ externalId }) => findClaim(externalId)?.isVoided === false) ?? own[0];
  return chosen?.externalId;
}

function isOwnClaim(
  claim: Claim | undefined,
  { pathologyKey }: EarlierId,
  pathologyName: string | undefined,
): boolean {
  if (claim === undefined) return false;
  if (pathologyKey !== undefined) return claim.key === pathologyKey;
  return claim.isBySpelling && pathologyName !== undefined && nameKey(claim.name) === nameKey(pathologyName);
}
