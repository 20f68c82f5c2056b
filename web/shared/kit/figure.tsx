import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useKeptFocus } from './kept-focus';

interface FigureProps {
  readonly id: string;
  readonly title: string;
  readonly class?: string;
  readonly subtitle?: string | undefined;
  /** Controls beside the title. */
  readonly tools?: ComponentChildren;
  /** Explains the picture, above it. */
  readonly legend?: ComponentChildren;
  /** Warns that the figure is old. */
  readonly warning?: string | undefined;
  /** Shown in place of the picture. */
  readonly message?: string | undefined;
  /** Describes the picture in one sentence, for screen readers. */
  readonly label?: string | undefined;
  readonly picture?: ComponentChildren;
  readonly notes?: readonly string[] | undefined;
  /** The table and the downloads. */
  readonly children?: ComponentChildren;
  /** Whether the picture is still that of an earlier selection. */
  readonly isBusy: boolean;
}

/** A panel with a picture, its title and tools, and what belongs to it. */
export function Figure({ id, title, subtitle, message, notes = [], ...props }: FigureProps) {
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, () => heading.current);
  return (
    <section
      id={id}
      class={`panel figure ${props.class ?? ''}`}
      ref={section}
      aria-labelledby={`${id}-title`}
      aria-busy={props.isBusy || undefined}
    >
      <header>
        <div class="figure-heading">
          <h2 id={`${id}-title`} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p class="subtitle">{subtitle}</p>
        </div>
        {props.tools}
      </header>
      {props.legend}
      {props.warning !== undefined && <p class="stale">{props.warning}</p>}
      {message !== undefined && <Message text={message} />}
      <div class="picture" role="group" aria-label={props.label}>
        {props.picture}
      </div>
      <div class="notes">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      <div class="figure-foot">{props.children}</div>
    </section>
  );
}

/** Says that there is nothing to show, or why. */
export function Message({ text }: { text: string }) {
  return (
    <div class="problem">
      <p>{text}</p>
    </div>
  );
}
