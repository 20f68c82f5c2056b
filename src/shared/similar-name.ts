import { editDistance } from './edit-distance';

/** No longer name resembles another. */
export const MAX_COMPARED_LENGTH = 64;

/**
 * Returns the name that was probably meant: it differs in case, `_` and `-` only, or in at most two letters, and in less than half of
 * them: two letters turn `year` into a person's name.
 */
export function findSimilarName(
  name: string,
  candidates: readonly string[],
  maxDistance = 2,
): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const sent = fold(name);
  const distances = candidates.map((candidate) => {
    const folded = fold(candidate);
    const isFar = Math.abs(folded.length - sent.length) > maxDistance;
    const distance = isFar ? Infinity : editDistance(sent, folded);
    return { candidate, distance: distance < folded.length / 2 ? distance : Infinity };
  });
  const nearest = Math.min(...distances.map(({ distance }) => distance));
  return nearest > maxDistance
    ? undefined
    : distances.find(({ distance }) => distance === nearest)?.candidate;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
