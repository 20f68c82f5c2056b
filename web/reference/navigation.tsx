import { type ComponentChildren, Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type ApiDocument, type Procedure, listProcedures } from './document';
import { CHANGELOG_ROUTE, START_ROUTE, operationRoute, routeUrl } from './routes';
import { useRoute } from './use-route';

/** The window width from which the navigation is always open. */
const WIDE = matchMedia('(min-width: 60rem)');

/** Links to all procedures, by module. Replaces the renderer's navigation, which has no keyboard support. */
export function Navigation({ api }: { api: ApiDocument }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const route = useRoute();
  const procedures = listProcedures(api);
  const openIfWide = (): void => {
    if (menu.current) menu.current.open = WIDE.matches;
  };
  useLayoutEffect(() => {
    openIfWide();
    WIDE.addEventListener('change', openIfWide);
  }, []);
  return (
    <details ref={menu} onClick={({ target }) => target instanceof HTMLAnchorElement && openIfWide()}>
      <summary>Procedures</summary>
      <RouteLink route={START_ROUTE} current={route}>
        Start here
      </RouteLink>
      <RouteLink route={CHANGELOG_ROUTE} current={route}>
        Changelog
      </RouteLink>
      {api.tags.map(({ name }) => {
        const own = procedures.filter(({ tag }) => tag === name);
        return own.length === 0 ? null : (
          <Fragment key={name}>
            <h2>{name}</h2>
            <ul>
              {own.map((procedure) => (
                <Item key={procedure.path} procedure={procedure} current={route} />
              ))}
            </ul>
          </Fragment>
        );
      })}
    </details>
  );
}

function Item({ procedure, current }: { procedure: Procedure; current: string }) {
  const { name, path, summary, deprecated, methods } = procedure;
  const [first = 'post', ...others] = methods;
  return (
    <li title={summary}>
      <RouteLink route={operationRoute(first, path)} current={current}>
        {deprecated ? <s>{name}</s> : name}
      </RouteLink>
      <span class="method">{first.toUpperCase()}</span>
      {others.map((method) => (
        <RouteLink
          key={method}
          class="method"
          label={`${name} by ${method.toUpperCase()}`}
          route={operationRoute(method, path)}
          current={current}
        >
          {method.toUpperCase()}
        </RouteLink>
      ))}
    </li>
  );
}

interface RouteLinkProps {
  readonly route: string;
  /** The route of the page. */
  readonly current: string;
  readonly class?: string;
  readonly label?: string;
  readonly children: ComponentChildren;
}

function RouteLink({ route, current, label, ...props }: RouteLinkProps) {
  return (
    <a
      href={routeUrl(route)}
      aria-label={label}
      aria-current={route === current ? 'page' : undefined}
      {...props}
    />
  );
}
