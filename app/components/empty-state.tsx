import type { ReactNode } from 'react';

interface EmptyStateProps {
  illustration?: ReactNode;
  title: string;
  /** What will be here, and when. */
  text?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

/** A list with nothing in it. */
export function EmptyState({ illustration, title, text, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {illustration ? <div className="mb-5 text-brand">{illustration}</div> : null}
      <h2 className="text-xl">{title}</h2>
      {text ? <p className="mt-2 text-ink-soft">{text}</p> : null}
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  );
}
