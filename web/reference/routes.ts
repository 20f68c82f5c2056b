import { useEffect, useState } from 'preact/hooks';

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

/** Returns the route in the page's URL. */
export function currentRoute(): string {
  const query = new URLSearchParams(location.hash.split('?')[1]);
  return query.get('route') || START_ROUTE;
}

/** Returns the route in the page's URL, also after it has changed. */
export function useRoute(): string {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    addEventListener('hashchange', () => {
      setRoute(currentRoute());
    });
  }, []);
  return route;
}
