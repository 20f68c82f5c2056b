/** Markup that is safe to send: made by `html`, which escapes whatever is put into it. */
export class Html {
  constructor(readonly text: string) {}
}

/** Template tag. Strings and numbers are escaped, other markup and lists of it are kept as they are. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (Html | readonly Html[] | string | number)[]
): Html {
  return new Html(parts.map((part, index) => part + textOf(values[index] ?? '')).join(''));
}

function textOf(value: Html | readonly Html[] | string | number): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
