import { MAX_COMPARED_LENGTH, findSimilarName } from '../../../shared/similar-name';
import { trimEndOf } from '../../../shared/text';
import { BASE_PATH } from './target';

const LIST = '/api/docs lists all';

/** Returns the message for a name that no procedure has. It repeats nothing of the name, which may hold data of a patient. */
export function describeUnknownName(name: string, paths: readonly string[], isBatch: boolean): string {
  // A batch has many names, so that only those are compared that have the same letters.
  const meant = findProcedure(name, paths, isBatch ? 0 : 2);
  if (meant !== undefined) return `no procedure has this name: did you mean ${meant}?`;
  return `no procedure has this name: a URL is ${BASE_PATH}/<router>.<procedure>, such as ${BASE_PATH}/auth.me, and ${LIST}`;
}

/** Returns the message for an address under `/api` where nothing is. */
export function describeUnknownAddress(url: string, paths: readonly string[]): string {
  const [path = ''] = url.split('?', 1);
  const segments = path.split('/').filter((segment) => segment !== '');
  const names = [segments.slice(-2).join('.'), segments.at(-1) ?? ''];
  const [meant] = names.flatMap((name) => findProcedure(name, paths) ?? []);
  if (meant !== undefined) return `nothing is at this address: did you mean ${BASE_PATH}/${meant}?`;
  return `nothing is at this address: procedures are at ${BASE_PATH}/<router>.<procedure>, and ${LIST}`;
}

function findProcedure(name: string, paths: readonly string[], maxDistance?: number): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const written = trimEndOf(name.replaceAll('/', '.').replace(/^\.+/, ''), '.');
  return findSimilarName(written, paths, maxDistance);
}
