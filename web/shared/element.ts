type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], 'style' | 'children' | 'dataset' | 'attributes'>
> & {
  /** Attributes that have no property, ARIA's among them. */
  readonly attributes?: Readonly<Record<string, string>>;
};

export type Child = Node | string | null | undefined;

/** An element with properties and children; of the children, what is not there is left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { attributes = {}, ...properties }: Properties<Tag> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  Object.assign(created, properties);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children.filter((child) => child !== null && child !== undefined));
  return created;
}

/** A choice of one of several values; its label is the one it stands in, or the one given. */
export function select(
  options: readonly { readonly value: string; readonly text: string }[],
  {
    id,
    value,
    label,
    onChange,
  }: { id: string; value: string; label?: string; onChange: (value: string) => void },
): HTMLSelectElement {
  const created = element(
    'select',
    { id, ...(label !== undefined && { ariaLabel: label }) },
    ...options.map((option) => element('option', { value: option.value, textContent: option.text })),
  );
  created.value = value;
  created.addEventListener('change', () => {
    onChange(created.value);
  });
  return created;
}

/** @param content an icon among it needs a label that says the same in words */
export function button(
  content: string | readonly Child[],
  onClick: () => void,
  properties: Properties<'button'> = {},
): HTMLButtonElement {
  const children = typeof content === 'string' ? [content] : content;
  const created = element('button', { type: 'button', ...properties }, ...children);
  created.addEventListener('click', onClick);
  return created;
}
