import { element } from '../../shared/element';
import { type SeriesStyle, signElement } from './series';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** The formatted value. */
  readonly text: string;
  /** The style in the trend; null if the bar is not selected. */
  readonly style?: SeriesStyle | null;
}

/**
 * Creates a bar chart as an HTML list: names wrap, and it follows the direction of the language.
 * @param onToggle adds a checkbox to each bar
 */
export function barList(
  bars: readonly Bar[],
  onToggle?: (name: string, isSelected: boolean) => void,
): HTMLElement {
  const maxValue = Math.max(1, ...bars.map(({ value }) => value));
  const rows = bars.map((bar) => {
    const fill = element('span', { className: 'bar-fill' });
    fill.style.inlineSize = `${Math.max(0.4, (100 * bar.value) / maxValue).toFixed(2)}%`;
    if (bar.style) fill.style.backgroundColor = bar.style.color;
    const parts = [
      element('span', { className: 'bar-name' }, element('bdi', {}, bar.name)),
      element('span', { className: 'bar-track', attributes: { 'aria-hidden': 'true' } }, fill),
      element('span', { className: 'bar-value' }, bar.text),
    ];
    if (!onToggle) return element('li', { className: 'bar' }, ...parts);
    const box = element('input', { type: 'checkbox', checked: Boolean(bar.style), name: bar.name });
    box.id = `choose-${encodeURIComponent(bar.name)}`;
    box.addEventListener('change', () => {
      onToggle(bar.name, box.checked);
    });
    const sign = element('span', { className: 'bar-sign' }, bar.style ? signElement(bar.style) : null);
    return element('li', {}, element('label', { className: 'bar bar-choice' }, box, sign, ...parts));
  });
  return element('ol', { className: 'bars' }, ...rows);
}
