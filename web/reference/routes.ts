/** The route of the introduction. */
export const START_ROUTE = 'overview';

/** The route of the changelog, which the page draws itself. */
export const CHANGELOG_ROUTE = 'changelog';

/** Returns the URL fragment of a route, in the renderer's format. */
export function routeUrl(route: string): string {
  return `#?route=${route}`;
}

/** Returns the route of an operation, by the renderer's rules. */
export function operationRoute(method: string, path: string): string {
  return `${method}-${path.replace(/[\s#:?&={}-]+/g, '-')}`;
}
