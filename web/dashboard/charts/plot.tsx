import { useLayoutEffect, useRef } from 'preact/hooks';
import { type DrawingCode, drawing } from '../state/drawing';

/** In CSS pixels. */
const MIN_WIDTH = 260;

/** A picture of the drawing code, at the width of its place. @param draw another function draws another picture */
export function Plot({ draw }: { draw: (code: DrawingCode, width: number) => SVGSVGElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const code = drawing.peek();
    if (!place.current || typeof code !== 'object') return;
    place.current.replaceChildren(draw(code, Math.max(MIN_WIDTH, place.current.clientWidth)));
  }, [draw]);
  return <div ref={place} />;
}
