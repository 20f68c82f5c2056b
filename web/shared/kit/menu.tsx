import { type ComponentChildren, toChildArray } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface MenuProps {
  readonly id: string;
  readonly label: string;
  /** The accessible name. */
  readonly ariaLabel: string;
  readonly children: ComponentChildren;
}

/** A list of actions that closes after each, on Escape, on a click outside, and when it loses the focus. */
export function Menu({ id, label, ariaLabel, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const closeUnlessInside = (target: EventTarget | null): void => {
    if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
  };
  const close = (): void => {
    if (!menu.current) return;
    menu.current.open = false;
    // The focused entry is hidden now.
    menu.current.querySelector('summary')?.focus();
  };
  useEffect(() => {
    const onClick = ({ target }: MouseEvent): void => {
      closeUnlessInside(target);
      const entry = target instanceof Element && target.closest('li > :is(button, a)');
      if (entry && menu.current?.contains(entry)) close();
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
  return (
    <details
      class="menu"
      ref={menu}
      onFocusOut={({ relatedTarget }) => closeUnlessInside(relatedTarget)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <summary id={id} aria-label={ariaLabel}>
        {label}
      </summary>
      <ul>
        {toChildArray(children).map((child, index) => (
          <li key={index}>{child}</li>
        ))}
      </ul>
    </details>
  );
}
