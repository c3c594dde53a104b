import { useEffect, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { cx } from './cx';

interface ModalProps extends Pick<
  ComponentProps<'dialog'>,
  'role' | 'aria-labelledby' | 'className' | 'children'
> {
  onClose: () => void;
  /** Whether a press beside it closes it, too. */
  closesBeside?: boolean;
}

const isBeside = (dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const outside = clientX < left || clientX > right || clientY < top || clientY > bottom;
  return target === dialog && outside;
};

/**
 * The browser's own modal window, there as long as it is rendered: what lies under it cannot be reached, Escape closes
 * it, and the focus returns to where it came from.
 */
export function Modal({
  onClose,
  closesBeside = false,
  className,
  children,
  ...named
}: ModalProps) {
  const box = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    const onCancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    const onClick = (event: MouseEvent) => {
      if (closesBeside && isBeside(dialog, event)) close.current();
    };
    const onClosed = () => close.current();
    dialog.addEventListener('cancel', onCancel);
    dialog.addEventListener('click', onClick);
    // A second Escape cannot be held up.
    dialog.addEventListener('close', onClosed);
    dialog.showModal();
    return () => {
      dialog.removeEventListener('close', onClosed);
      // Still in the document: only so does the focus return.
      dialog.close();
    };
  }, [closesBeside]);
  return (
    <dialog
      ref={box}
      {...named}
      className={cx('fixed w-auto rounded-lg bg-surface text-ink', className)}
    >
      {children}
    </dialog>
  );
}

/** At the bottom of a phone, in the middle of anything wider. */
export const panelStyle =
  'inset-x-4 top-auto bottom-4 mx-auto max-h-[calc(100dvh-2rem)] max-w-md overflow-y-auto border border-line p-6 shadow-float backdrop:bg-ink/50 sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2';
