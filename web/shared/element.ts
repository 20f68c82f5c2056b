type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], 'style' | 'children' | 'dataset' | 'attributes'>
> & {
  /** Attributes without a DOM property, for example `aria-labelledby`. */
  readonly attributes?: Readonly<Record<string, string>>;
};

export type Child = Node | string | null | undefined;

/** Creates an element with properties and children; null and undefined children are skipped. */
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

/** Creates a select element. @param label needed only outside of a `label` element */
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

/** Wraps a select element in its label. */
export function labelledField(label: string, control: HTMLSelectElement): HTMLElement {
  return element('label', { className: 'field' }, element('span', { className: 'label' }, label), control);
}

/** Creates a button. If its content is only an icon, the properties need an `ariaLabel`. */
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
