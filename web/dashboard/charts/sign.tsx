import { type SeriesStyle, signPath } from './series';

/** The sign of a series in a legend. */
export function Sign({ style }: { style: SeriesStyle }) {
  return (
    <svg viewBox="-7 -7 14 14" class="sign" aria-hidden="true">
      <path d={signPath(style, 6)} fill={style.color} />
    </svg>
  );
}
