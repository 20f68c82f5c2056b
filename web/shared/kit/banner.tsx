import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** A status line for the whole page. It is on the page also when empty: screen readers announce only its changes. */
export function Banner({ id, children }: { id: string; children?: ComponentChildren }) {
  return (
    <div id={id} class="banner" role="status">
      {children}
    </div>
  );
}

/** A text for screen readers only, which read each new one after the current one. An equal text is read again. */
export function Announcer({ message }: { message: ReadonlySignal<{ readonly text: string }> }) {
  const place = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const { text } = message.value;
    if (place.current) place.current.textContent = text;
  });
  return <div id="announcer" class="visually-hidden" role="status" ref={place} />;
}
