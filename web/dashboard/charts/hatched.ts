const SVG = 'http://www.w3.org/2000/svg';
const ID = 'hatched';

/** The fill of areas whose numbers the account may not see. */
export const HATCHED = `url(#${ID})`;

/** Adds the pattern of the fill to a picture. */
export function addHatching(svg: SVGSVGElement): void {
  const pattern = document.createElementNS(SVG, 'pattern');
  const attributes = { id: ID, width: '6', height: '6', patternUnits: 'userSpaceOnUse' };
  for (const [name, value] of Object.entries(attributes)) pattern.setAttribute(name, value);
  pattern.setAttribute('patternTransform', 'rotate(45)');
  for (const [width, fill] of [
    ['6', 'var(--map-0)'],
    ['1.5', 'var(--line-strong)'],
  ] as const) {
    const stripe = document.createElementNS(SVG, 'rect');
    stripe.setAttribute('width', width);
    stripe.setAttribute('height', '6');
    stripe.setAttribute('fill', fill);
    pattern.append(stripe);
  }
  svg.prepend(pattern);
}
