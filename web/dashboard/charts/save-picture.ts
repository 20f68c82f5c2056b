/** A picture with what it needs to be understood away from its page. */
export interface Caption {
  readonly title: string;
  readonly subtitle: string;
  readonly direction: 'ltr' | 'rtl';
  /** What colours mean, where the picture itself does not say. */
  readonly legend?: readonly { readonly color: string; readonly text: string }[];
}

const SVG = 'http://www.w3.org/2000/svg';
const MARGIN = 24;
const HEADER = 66;
const LEGEND_ROW = 22;

/** How many pixels of a PNG are one of the page. */
const PNG_SCALE = 2;

/** Saves as SVG: text that other programs can change. */
export function saveAsSvg(picture: SVGSVGElement, caption: Caption, name: string): void {
  save(new Blob([serialized(picture, caption)], { type: 'image/svg+xml' }), `${name}.svg`);
}

/** Saves as PNG, which everything can show. */
export async function saveAsPng(picture: SVGSVGElement, caption: Caption, name: string): Promise<void> {
  const image = new Image();
  // A data address, because the security policy admits no other that is made here.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(serialized(picture, caption))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * PNG_SCALE;
  canvas.height = image.height * PNG_SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve);
  });
  if (blob) save(blob, `${name}.png`);
}

function serialized(picture: SVGSVGElement, { title, subtitle, direction, legend = [] }: Caption): string {
  const [width, height] = [picture.width.baseVal.value, picture.height.baseVal.value];
  const whole = {
    width: width + 2 * MARGIN,
    height: HEADER + height + legend.length * LEGEND_ROW + 2 * MARGIN,
  };
  const svg = svgElement('svg', {
    xmlns: SVG,
    ...whole,
    viewBox: `0 0 ${whole.width} ${whole.height}`,
    'font-family': 'system-ui, sans-serif',
    fill: 'var(--ink)',
  });
  const side = direction === 'rtl' ? whole.width - MARGIN : MARGIN;
  const anchor = direction === 'rtl' ? 'end' : 'start';
  const words = (text: string, attributes: Readonly<Record<string, string | number>>): SVGElement => {
    const created = svgElement('text', { 'text-anchor': anchor, ...attributes });
    created.textContent = text;
    return created;
  };
  svg.append(
    svgElement('rect', { ...whole, fill: 'var(--surface)' }),
    words(title, { x: side, y: MARGIN + 16, 'font-size': 20, 'font-weight': 600 }),
    words(subtitle, { x: side, y: MARGIN + 40, 'font-size': 13, fill: 'var(--muted)' }),
  );
  const inner = picture.cloneNode(true) as SVGSVGElement;
  inner.setAttribute('x', String(MARGIN));
  inner.setAttribute('y', String(HEADER));
  svg.append(inner);
  for (const [index, { color, text }] of legend.entries()) {
    const y = HEADER + height + MARGIN / 2 + index * LEGEND_ROW;
    const inset = direction === 'rtl' ? -1 : 1;
    svg.append(
      svgElement('rect', {
        x: inset === 1 ? side : side - 16,
        y,
        width: 16,
        height: 16,
        fill: color,
        stroke: 'var(--line-strong)',
      }),
      words(text, { x: side + inset * 24, y: y + 13, 'font-size': 13 }),
    );
  }
  return withLightColors(new XMLSerializer().serializeToString(svg));
}

/** Puts the colours of the light page in place of the names of the page's own style sheet. */
function withLightColors(markup: string): string {
  const probe = document.createElement('div');
  probe.className = 'light';
  probe.hidden = true;
  document.body.append(probe);
  const colors = getComputedStyle(probe);
  const resolved = markup
    .replace(/var\((--[\w-]+)\)/g, (_, name: string) => colors.getPropertyValue(name).trim())
    .replaceAll('currentColor', colors.getPropertyValue('--ink').trim());
  probe.remove();
  return resolved;
}

function svgElement(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const created = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== 'xmlns') created.setAttribute(key, String(value));
  }
  return created;
}

function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
