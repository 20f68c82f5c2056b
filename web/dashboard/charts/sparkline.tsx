const BAR_STEP = 10;
const BAR_WIDTH = 8;
const HEIGHT = 32;
/** A bar of 0 cases, which a week without a report does not have. */
const MIN_BAR_HEIGHT = 1;

interface SparklineProps {
  readonly weeks: readonly {
    /** Null: no bar. */
    readonly count: number | null;
    readonly isHighlighted: boolean;
  }[];
  readonly direction: 'ltr' | 'rtl';
  /** The text alternative. */
  readonly label: string;
}

/** A small bar for each week. */
export function Sparkline({ weeks, direction, label }: SparklineProps) {
  const width = weeks.length * BAR_STEP;
  const highest = Math.max(1, ...weeks.map(({ count }) => count ?? 0));
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} class="sparkline" role="img" aria-label={label}>
      {weeks.map(({ count, isHighlighted }, index) => {
        if (count === null) return null;
        const height = Math.max(MIN_BAR_HEIGHT, (HEIGHT * count) / highest);
        const start = index * BAR_STEP + (BAR_STEP - BAR_WIDTH) / 2;
        return (
          <rect
            key={index}
            class={isHighlighted ? 'highlighted' : undefined}
            x={direction === 'rtl' ? width - start - BAR_WIDTH : start}
            y={(HEIGHT - height).toFixed(1)}
            width={BAR_WIDTH}
            height={height.toFixed(1)}
          />
        );
      })}
    </svg>
  );
}
