import type { Call } from './call-tree';

const WIDTH = 1_200;
const ROW_HEIGHT = 17;
const FONT_SIZE = 11;
const CHARACTER_WIDTH = 6.2;
/** Narrower calls are left out. */
const MIN_WIDTH = 1.5;

/** Returns an SVG image: each row has the functions that those of the row above called, as wide as their time. */
export function formatFlameGraph(root: Call, title: string): string {
  const boxes: string[] = [];
  let depth = 0;
  const draw = (call: Call, x: number, row: number): void => {
    const width = (call.total / root.total) * WIDTH;
    if (width < MIN_WIDTH) return;
    depth = Math.max(depth, row);
    boxes.push(box(call, { x, row, width, share: call.total / root.total }));
    let position = x;
    for (const callee of [...call.callees.values()].sort((one, other) => other.total - one.total)) {
      draw(callee, position, row + 1);
      position += (callee.total / root.total) * WIDTH;
    }
  };
  draw(root, 0, 1);
  const height = (depth + 1) * ROW_HEIGHT + 4;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="${FONT_SIZE}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="4" y="${ROW_HEIGHT - 5}">${escape(title)}</text>`,
    ...boxes,
    '</svg>',
    '',
  ].join('\n');
}

interface Position {
  readonly x: number;
  readonly row: number;
  readonly width: number;
  readonly share: number;
}

function box({ name, origin }: Call, { x, row, width, share }: Position): string {
  const y = row * ROW_HEIGHT;
  const label = name.slice(0, Math.max(0, Math.floor((width - 4) / CHARACTER_WIDTH)));
  return (
    `<g><title>${escape(name)}, ${escape(origin)}: ${(share * 100).toFixed(1)} %</title>` +
    `<rect x="${x.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${ROW_HEIGHT - 1}" fill="${colourOf(origin)}"/>` +
    (label.length > 2
      ? `<text x="${(x + 2).toFixed(1)}" y="${y + ROW_HEIGHT - 5}">${escape(label)}</text>`
      : '') +
    '</g>'
  );
}

/** The platform's own code, packages, and Node. */
function colourOf(origin: string): string {
  if (origin.startsWith('src/')) return '#f4a259';
  return /^(Node|native|garbage|$)/.test(origin) ? '#d9d9d9' : '#8cb8d8';
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
