import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Moves the focus to another element if the focused one, inside of a component, is removed when the component is drawn.
 * @param find returns the element that gets the focus
 */
export function useKeptFocus(
  inside: RefObject<HTMLElement | null>,
  find: () => HTMLElement | null | undefined,
): void {
  const hadFocus = inside.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (hadFocus && !inside.current?.contains(document.activeElement)) find()?.focus({ preventScroll: true });
  });
}
