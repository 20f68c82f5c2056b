import { useLayoutEffect, useRef } from 'preact/hooks';
import { Combobox } from '../shared/kit/combobox';
import type { ApiDocument } from './document';
import { routeUrl } from './routes';
import { buildSearchIndex, searchIndex } from './search-index';

const FIELD = 'reference-search';

/** Finds procedures, routes, fields and errors by words. The key `/` moves the focus to it, Escape moves it back. */
export function Search({ api }: { api: ApiDocument }) {
  const index = useRef<ReturnType<typeof buildSearchIndex>>(undefined);
  const focusedBefore = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const [target] = event.composedPath();
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key === '/' && !isModified && !isTextField(target)) {
        event.preventDefault();
        focusedBefore.current = document.activeElement;
        document.getElementById(FIELD)?.focus();
      }
      // The list of results closes first.
      const isLeft = event.key === 'Escape' && !event.defaultPrevented;
      if (!isLeft || !(target instanceof HTMLInputElement) || target.id !== FIELD) return;
      target.value = '';
      target.blur();
      if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <search class="reference-search">
      <Combobox
        id={FIELD}
        label="Search (press /)"
        noneText="Nothing has these words."
        failedText="The search failed."
        search={(text) => {
          index.current ??= buildSearchIndex(api);
          return Promise.resolve(
            searchIndex(index.current, text).map(({ route, title, detail }, position) => ({
              value: `${position} ${route}`,
              text: title,
              detail,
            })),
          );
        }}
        onSelect={(value) => {
          location.hash = routeUrl(value.replace(/^\d+ /, ''));
        }}
      />
    </search>
  );
}

function isTextField(target: EventTarget | undefined): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
