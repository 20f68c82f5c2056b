import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { usePage } from '../state/dashboard-context';
import type { DrawingCode } from '../state/drawing';
import { Plot } from './plot';
import type { SeriesStyle } from './series';
import { Sign } from './sign';

interface LineValues {
  readonly id: string;
  readonly name: string;
  readonly style: SeriesStyle;
  /** Formatted, one for each period. */
  readonly values: readonly string[];
}

interface TrendPictureProps {
  readonly draw: (code: DrawingCode, width: number) => SVGSVGElement;
  /** The names of the periods. */
  readonly periods: readonly string[];
  readonly lines: readonly LineValues[];
}

/** The lines, and the values of one period: under the pointer or a finger, or selected by keyboard; the last one at first. */
export function TrendPicture({ draw, periods, lines }: TrendPictureProps) {
  const { text, direction } = usePage();
  const place = useRef<HTMLDivElement>(null);
  const selected = useSignal<{ readonly index: number; readonly x: number } | undefined>(undefined);
  const last = periods.length - 1;
  const index = Math.min(selected.value?.index ?? last, last);
  const values = lines.map(({ name, values: all }) => text('figure.item', { name, value: all[index] ?? '' }));

  /** Returns the x coordinates of the first and the last point, in the window. */
  const findAxis = (): readonly [first: number, last: number] => {
    const svg = place.current?.querySelector('svg');
    if (!svg) return [0, 1];
    const { left, width } = svg.getBoundingClientRect();
    const scale = width / svg.width.baseVal.value;
    const [from, to] = [svg.dataset.from, svg.dataset.to].map((x) => left + Number(x) * scale);
    const ends = [from ?? 0, to ?? 1] as const;
    return direction === 'rtl' ? [ends[1], ends[0]] : ends;
  };
  const select = (next: number): void => {
    const [first, end] = findAxis();
    const origin = place.current?.getBoundingClientRect().left ?? 0;
    const bounded = Math.max(0, Math.min(last, next));
    selected.value = { index: bounded, x: first + ((end - first) * bounded) / Math.max(1, last) - origin };
  };
  const selectAt = ({ clientX }: PointerEvent): void => {
    const [first, end] = findAxis();
    select(Math.round(((clientX - first) / (end - first)) * last));
  };
  return (
    <>
      <div class="trend-picture covered" ref={place} onPointerMove={selectAt} onPointerDown={selectAt}>
        <Plot draw={draw} />
        {selected.value && <span class="trend-cursor" style={{ left: `${selected.value.x}px` }} />}
        <input
          type="range"
          id="trend-values"
          min={0}
          max={last}
          value={index}
          aria-label={text('trend.values')}
          aria-valuetext={[periods[index], ...values].join(', ')}
          onInput={({ currentTarget }) => select(Number(currentTarget.value))}
        />
      </div>
      <ul class="trend-values" aria-hidden="true">
        <li>{periods[index]}</li>
        {lines.map((line) => (
          <li key={line.id}>
            <Sign style={line.style} />
            <bdi>{line.name}</bdi> <b>{line.values[index]}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
