import type { ReactNode } from 'react';

/** The end of a public page: the one next step once more. */
export function ClosingCall({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section className="border-t border-line bg-brand-soft py-14 sm:py-20">
      <div className="shell">
        <h2 className="text-2xl sm:text-3xl">{title}</h2>
        <p className="measure mt-2 text-lg text-ink-soft">{text}</p>
        <div className="mt-6 flex flex-col gap-3 sm:flex-row">{children}</div>
      </div>
    </section>
  );
}
