import { ButtonLink } from './button';
import { cx } from './cx';

interface OtherPagesProps {
  /** Address of the first page, where this is another one. */
  newest: string | false | null;
  /** Address of the page that follows; empty where none does. */
  older: string | null;
  /** What the two links say, in this order. */
  words: readonly [newest: string, older: string];
  className?: string;
}

/** The ways to the other pages of a list that begins with its newest entry; nothing where there are none. */
export function OtherPages({ newest, older, words, className }: OtherPagesProps) {
  if (!newest && !older) return null;
  return (
    <div className={cx('flex flex-wrap gap-3', className)}>
      {[newest, older].map((to, n) =>
        to ? (
          <ButtonLink key={words[n]} variant="secondary" to={to}>
            {words[n]}
          </ButtonLink>
        ) : null,
      )}
    </div>
  );
}
