/** SVG paths in a 24 by 24 view box. */
const PATHS = {
  thumb: 'M7 11v9H4v-9zM7 11l4-8c1.6 0 2.6 1.1 2.5 2.6L13.2 9H19a2 2 0 0 1 2 2.3l-1.1 7A2 2 0 0 1 17.9 20H7',
  send: 'M12 20V5M5.5 11 12 4.5 18.5 11',
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M12 5v14M5.5 12.5 12 19l6.5-6.5',
  cross: 'M9 3h6v6h6v6h-6v6H9v-6H3V9h6z',
  warning: 'M12 3.5 22 20.5H2zM12 10v5M12 17.5v.5',
} as const;

/** An icon. It is hidden from screen readers, so the element around it needs a label. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class={`icon icon-${name}`}>
      <path d={PATHS[name]} />
    </svg>
  );
}
