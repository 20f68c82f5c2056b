import { useEffect, useState } from 'preact/hooks';
import { START_ROUTE } from './routes';

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
