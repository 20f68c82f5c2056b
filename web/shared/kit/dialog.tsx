import type { ComponentProps } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'onClose'> {
  readonly isOpen: boolean;
  readonly onClose: (dialog: HTMLDialogElement) => void;
}

/** A modal dialog. Escape and a click outside close it; its padding is inside. */
export function Dialog({ isOpen, onClose, ...props }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      onClose={({ currentTarget }) => onClose(currentTarget)}
      onClick={({ target, currentTarget, clientX, clientY }) => {
        // The dialog itself is the target outside of it, and on its padding.
        if (target !== currentTarget) return;
        const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
        const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
        if (!isInside) currentTarget.close();
      }}
      {...props}
    />
  );
}
