import type { ComponentChildren } from 'preact';
import { Button } from '../../shared/kit/button';
import type { SeriesStyle } from './series';
import { Sign } from './sign';

export interface Bar {
  /** The same in every language. */
  readonly id: string;
  readonly name: string;
  readonly value: number;
  /** The formatted value. */
  readonly text: string;
  /** A value to compare with, which is a mark on the bar. */
  readonly mark?: number;
  /** The formatted values of further columns. */
  readonly cells?: readonly string[];
  /** The style in the trend; null if the bar is not selected. */
  readonly style?: SeriesStyle | null;
}

interface BarListProps {
  readonly bars: readonly Bar[];
  /** Adds a checkbox to each bar. */
  readonly onToggle?: (id: string, isSelected: boolean) => void;
  /** Makes a button of each name for which it returns an action. */
  readonly openOf?: (id: string) => (() => void) | undefined;
  /** Whether no further bar can be selected. */
  readonly isFull?: boolean;
  /** The labels of the value and of the cells. */
  readonly columns?: readonly string[];
  /** The first row, which has no bar. */
  readonly total?: Bar;
}

/** A bar chart as an HTML list: names wrap, and it follows the direction of the language. */
export function BarList({ bars, onToggle, openOf, isFull = false, columns = [], total }: BarListProps) {
  const maxValue = Math.max(1, ...bars.flatMap(({ value, mark = 0 }) => [value, mark]));
  const shareOf = (value: number): string => `${((100 * value) / maxValue).toFixed(2)}%`;
  return (
    <>
      {columns.length > 0 && (
        <p class="bar bar-head" aria-hidden="true">
          <span class="bar-track" />
          {columns.map((label, index) => (
            <span key={label} class={index === 1 && total ? 'bar-value marked' : 'bar-value'}>
              {label}
            </span>
          ))}
        </p>
      )}
      <ol class={`bars ${columns.length > 0 ? 'compared' : ''}`}>
        {total && <li class="bar bar-total">{partsOf(total)}</li>}
        {bars.map((bar) => (
          <li key={bar.id} class={onToggle ? undefined : 'bar'}>
            {onToggle ? choiceOf(bar, onToggle) : partsOf(bar, trackOf(bar))}
          </li>
        ))}
      </ol>
    </>
  );

  function choiceOf(bar: Bar, toggle: NonNullable<BarListProps['onToggle']>) {
    const { id, style } = bar;
    return (
      <label class="bar bar-choice">
        <input
          type="checkbox"
          id={`choose-${encodeURIComponent(id)}`}
          name={id}
          checked={Boolean(style)}
          disabled={isFull && !style}
          onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
        />
        <span class="bar-sign">{style && <Sign style={style} />}</span>
        {partsOf(bar, trackOf(bar))}
      </label>
    );
  }

  function partsOf({ id, name, text, cells = [] }: Bar, track?: ComponentChildren) {
    const open = openOf?.(id);
    return (
      <>
        <span class="bar-name">
          {open ? (
            <Button variant="plain" class="bar-open" onClick={open}>
              <bdi>{name}</bdi>
            </Button>
          ) : (
            <bdi>{name}</bdi>
          )}
        </span>
        <span class="bar-track" aria-hidden="true">
          {track}
        </span>
        <span class="bar-value">{text}</span>
        {cells.map((cell, index) => (
          <span key={index} class={`bar-value bar-cell bar-cell-${index}`}>
            <span class="bar-label">{` ${columns[index + 1] ?? ''}: `}</span>
            <bdi>{cell}</bdi>
          </span>
        ))}
      </>
    );
  }

  function trackOf({ value, mark, style }: Bar) {
    return (
      <>
        <span
          class="bar-fill"
          style={{ inlineSize: `max(0.4%, ${shareOf(value)})`, backgroundColor: style?.color }}
        />
        {mark !== undefined && <span class="bar-mark" style={{ insetInlineStart: shareOf(mark) }} />}
      </>
    );
  }
}
