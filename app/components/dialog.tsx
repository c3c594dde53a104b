import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Buttons, the one that leads on first. */
  actions?: ReactNode;
  children?: ReactNode;
}

/*
 * Radix's own overlay writes a style element to stop scrolling, which the Content-Security-Policy refuses:
 * a plain element covers the page instead and base.css stops the scrolling.
 */
const veil = 'fixed inset-0 z-40 bg-ink/50';
const panel =
  'fixed inset-x-4 bottom-4 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-md overflow-y-auto rounded-lg border border-line bg-surface p-6 shadow-float sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2';

/** A modal window: focus stays inside, Escape closes it, focus returns to where it came from. */
export function Dialog({ open, onOpenChange, title, description, actions, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className={veil} />
        <Radix.Content
          data-dialog=""
          className={panel}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className="text-xl font-semibold">{title}</Radix.Title>
          {description ? (
            <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description>
          ) : null}
          {children}
          {actions ? <div className="mt-6 flex flex-wrap gap-3">{actions}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
