import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Option } from './select';

/** Time without a key before a search begins. */
const PAUSE_MS = 200;

interface ComboboxProps {
  readonly id: string;
  /** The accessible name, and the text of the empty field. */
  readonly label: string;
  /** Shown if nothing is found. */
  readonly noneText: string;
  /** Shown if the search fails. */
  readonly failedText: string;
  /** Finds options by a part of their text. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Option<string>[]>;
  /** The field is empty afterwards. */
  readonly onSelect: (value: string) => void;
}

/** A field that searches options, for more of them than a select element can show (ARIA pattern of a list with a popup). */
export function Combobox({ id, label, noneText, failedText, search, onSelect }: ComboboxProps) {
  const field = useRef<HTMLInputElement>(null);
  const found = useSignal<readonly Option<string>[] | 'failed' | undefined>(undefined);
  const active = useSignal(0);
  const running = useRef(new AbortController());
  const options = found.value === undefined || found.value === 'failed' ? [] : found.value;
  const status = found.value === 'failed' ? failedText : found.value?.length === 0 ? noneText : '';
  const optionId = (index: number): string => `${id}-option-${index}`;

  const close = (): void => {
    running.current.abort();
    found.value = undefined;
  };
  const find = async (text: string): Promise<void> => {
    close();
    const { signal } = (running.current = new AbortController());
    const isActive = (): boolean => !signal.aborted;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (!isActive() || text.trim() === '') return;
    const results = await search(text.trim(), signal).catch(() => 'failed' as const);
    if (!isActive()) return;
    active.value = 0;
    found.value = results;
  };
  const select = (option: Option<string> | undefined): void => {
    if (!option) return;
    close();
    if (field.current) field.current.value = '';
    onSelect(option.value);
  };
  const move = (steps: number): void => {
    if (options.length === 0) return;
    active.value = (active.value + steps + options.length) % options.length;
    document.getElementById(optionId(active.value))?.scrollIntoView({ block: 'nearest' });
  };
  const actions: Readonly<Partial<Record<string, () => void>>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => select(options[active.value]),
    Escape: close,
  };
  return (
    <div class="combobox" onFocusOut={close}>
      <input
        ref={field}
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        aria-label={label}
        placeholder={label}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-options`}
        aria-activedescendant={options.length > 0 ? optionId(active.value) : undefined}
        onInput={({ currentTarget }) => void find(currentTarget.value)}
        onKeyDown={(event) => {
          const action = actions[event.key];
          if (!action || !found.value) return;
          event.preventDefault();
          action();
        }}
      />
      <div
        class="options"
        id={`${id}-options`}
        role="listbox"
        aria-label={label}
        hidden={options.length === 0}
      >
        {options.map((option, index) => (
          <div
            key={option.value}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active.value}
            // Otherwise the field would lose the focus, which closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => select(option)}
          >
            <bdi>{option.text}</bdi>
            {option.detail !== undefined && <small>{option.detail}</small>}
          </div>
        ))}
      </div>
      <p role="status">{status}</p>
    </div>
  );
}
