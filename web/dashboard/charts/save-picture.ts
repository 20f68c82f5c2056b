/** The texts around a picture in a file. */
export interface Caption {
  readonly title: string;
  readonly subtitle: string;
  readonly direction: 'ltr' | 'rtl';
  /** The meaning of the colours, if the picture does not show it. */
  readonly legend?: readonly { readonly color: string; readonly text: string }[];
}

const SVG = 'http://www.w3.org/2000/svg';
const MARGIN = 24;
const HEADER = 66;
const LEGEND_ROW = 22;

/** PNG pixels per CSS pixel. */
const PNG_SCALE = 2;

/** Time in which a browser begins to save a file. */
const READ_WITHIN_MS = 60_000;

export function saveAsSvg(picture: SVGSVGElement, caption: Caption, name: string): void {
  save(new Blob([toSvgText(picture, caption)], { type: 'image/svg+xml' }), `${name}.svg`);
}

export async function saveAsPng(picture: SVGSVGElement, caption: Caption, name: string): Promise<void> {
  const image = new Image();
  // A data URL, because the content security policy forbids blob URLs for images.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(toSvgText(picture, caption))}`;
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

function toSvgText(picture: SVGSVGElement, { title, subtitle, direction, legend = [] }: Caption): string {
  const [width, height] = [picture.width.baseVal.value, picture.height.baseVal.value];
  const size = {
    width: width + 2 * MARGIN,
    height: HEADER + height + legend.length * LEGEND_ROW + 2 * MARGIN,
  };
  const svg = svgElement('svg', {
    xmlns: SVG,
    ...size,
    viewBox: `0 0 ${size.width} ${size.height}`,
    'font-family': 'system-ui, sans-serif',
    fill: 'var(--ink)',
  });
  const startX = direction === 'rtl' ? size.width - MARGIN : MARGIN;
  const anchor = direction === 'rtl' ? 'end' : 'start';
  const textElement = (text: string, attributes: Readonly<Record<string, string | number>>): SVGElement => {
    const created = svgElement('text', { 'text-anchor': anchor, ...attributes });
    created.textContent = text;
    return created;
  };
  svg.append(
    svgElement('rect', { ...size, fill: 'var(--surface)' }),
    textElement(title, { x: startX, y: MARGIN + 16, 'font-size': 20, 'font-weight': 600 }),
    textElement(subtitle, { x: startX, y: MARGIN + 40, 'font-size': 13, fill: 'var(--muted)' }),
  );
  const inner = picture.cloneNode(true) as SVGSVGElement;
  inner.setAttribute('x', String(MARGIN));
  inner.setAttribute('y', String(HEADER));
  svg.append(inner);
  for (const [index, { color, text }] of legend.entries()) {
    const y = HEADER + height + MARGIN / 2 + index * LEGEND_ROW;
    const inlineSign = direction === 'rtl' ? -1 : 1;
    svg.append(
      svgElement('rect', {
        x: inlineSign === 1 ? startX : startX - 16,
        y,
        width: 16,
        height: 16,
        fill: color,
        stroke: 'var(--line-strong)',
      }),
      textElement(text, { x: startX + inlineSign * 24, y: y + 13, 'font-size': 13 }),
    );
  }
  return withLightColors(new XMLSerializer().serializeToString(svg));
}

/** Replaces the custom properties of the style sheet with the colours of the light theme. */
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
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A busy browser reads it only later, and cancels the download if it is gone.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, READ_WITHIN_MS);
}
