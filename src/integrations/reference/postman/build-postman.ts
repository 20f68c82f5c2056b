import { BASE_PATH } from '../../../platform/trpc/transport/target';
import { describeModule } from '../module-descriptions';
import { type ContractedProcedure, proceduresOf } from '../../../platform/contract/procedures';
import type { ReferenceSource } from '../reference-source';
import type { PostmanCollection, PostmanFolder } from './postman-collection';
import type { PlainRoute } from '../routes/plain-route';
import { groupByModule, listPlainRoutes } from '../routes/plain-routes';
import { buildRequestItem } from './request-item';
import { buildRouteItem } from './route-item';
import { PREREQUEST_SCRIPT } from './scripts';

const DESCRIPTION = `Every procedure of the Africa Health Platform, in the order in which they work one after the other.

Set \`session\` to the value of the cookie \`session\`: sign in with a browser at \`/api/oauth/login\` and read it among the
browser's cookies. An administrator's is enough for every request; with another account, the tests take its refusal for
right where the documents say that it may not call. For a server, set \`client_id\` and \`client_secret\` instead: each request
then has an access token of the identity portal, which is fetched and renewed at \`token_url\`; or set \`token\` to one. Queries are sent by GET with a body, as the interface specification shows.`;

/** Builds the Postman collection. Its requests work in order, with sign-out last. */
export function buildPostman(source: ReferenceSource): PostmanCollection {
  const { contracts, purposes, publicUrl, tokenEndpoint, version } = source;
  const folders = Object.entries(contracts).map(([router, procedures]) =>
    buildFolder(router, describeModule(router, purposes), proceduresOf({ [router]: procedures })),
  );
  return {
    info: {
      name: 'Africa Health Platform',
      description: DESCRIPTION,
      version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      ...folders.flatMap(({ folder, endsSession }) => (endsSession ? [] : folder)),
      ...buildRouteFolders(listPlainRoutes(publicUrl)),
      ...folders.flatMap(({ folder, endsSession }) => (endsSession ? folder : [])),
    ],
    event: [PREREQUEST_SCRIPT],
    variable: [
      { key: 'base_url', value: `${publicUrl}${BASE_PATH}`, description: 'What procedures are added to.' },
      { key: 'session', value: '', description: 'The value of the cookie `session`.' },
      { key: 'token', value: '', description: 'An access token of the portal, in place of a session.' },
      { key: 'token_url', value: tokenEndpoint ?? '', description: 'The token endpoint of the portal.' },
      { key: 'client_id', value: '', description: 'Of your program at the portal: tokens are fetched then.' },
      {
        key: 'client_secret',
        value: '',
        description: 'Keep it in the current value, which is not exported.',
      },
    ],
  };
}

function buildFolder(
  router: string,
  description: string,
  procedures: readonly ContractedProcedure[],
): { folder: PostmanFolder; endsSession: boolean } {
  const ordered = [...procedures].sort(
    (a, b) => Number(a.contract.endsSession) - Number(b.contract.endsSession),
  );
  return {
    folder: {
      name: router,
      description,
      item: ordered.map((procedure) => buildRequestItem(procedure, ordered)),
    },
    endsSession: procedures.some(({ contract }) => contract.endsSession),
  };
}

function buildRouteFolders(routes: readonly PlainRoute[]): PostmanFolder[] {
  return groupByModule(routes).map(([module, moduleRoutes]) => ({
    name: module,
    description: describeModule(module),
    item: moduleRoutes.map(buildRouteItem),
  }));
}
