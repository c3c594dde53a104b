import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Compared } from '#contracts/offers';
import type { ShownOffer } from '#workflows';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { cx } from '../components/cx';

/**
 * Whose column is whose, at the top of the screen once the head of the table `box` is above it: what scrolls sideways
 * cannot itself stay in view. It follows the table's own scrolling and widths. For eyes only: the cells have their heads.
 */
export function StickyNames({
  box,
  columns,
}: {
  box: RefObject<HTMLDivElement>;
  columns: ReadonlyArray<Compared<ShownOffer>>;
}) {
  const t = useText();
  const formats = useFormats();
  const bar = useRef<HTMLDivElement>(null);
  const { widths, away } = useHead(box, columns);
  useFollowed(box, bar, widths);
  if (widths.length !== columns.length + 1) return null;
  return (
    <div aria-hidden="true" className="pointer-events-none sticky top-0 z-10 h-0 print:hidden">
      <div
        ref={bar}
        className={cx(
          '-mx-4 overflow-hidden border-b border-line bg-paper shadow-sm sm:mx-0 sm:border-x',
          !away && 'invisible',
        )}
      >
        <div className="flex w-max">
          <span
            className="sticky start-0 z-1 shrink-0 border-e border-line bg-paper"
            style={{ width: widths[0] }}
          />
          {columns.map(({ offer, totalCents, missing }, index) => (
            <span
              key={offer._id}
              className="min-w-0 shrink-0 px-3 py-2 text-sm"
              style={{ width: widths[index + 1] }}
            >
              <span className="line-clamp-2 font-semibold wrap-anywhere">
                {offer.clinic.clinicName}
              </span>
              <span className="tnum">{formats.money(totalCents, offer.currency)}</span>
              {missing.length > 0 ? (
                <span className="block text-warn">
                  {t('offers.compare.missing_count', { count: missing.length })}
                </span>
              ) : null}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** How wide the head's cells are, in CSS pixels, and whether the head has left the screen at its top. */
function useHead(box: RefObject<HTMLDivElement>, columns: unknown) {
  const [widths, setWidths] = useState<readonly number[]>([]);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const head = box.current?.querySelector('thead');
    if (!head) return;
    const cells = [...head.querySelectorAll('th')];
    const sizes = new ResizeObserver(() =>
      setWidths(cells.map((cell) => cell.getBoundingClientRect().width)),
    );
    for (const cell of cells) sizes.observe(cell);
    const sight = new IntersectionObserver(([entry]) =>
      setAway(!entry!.isIntersecting && entry!.boundingClientRect.bottom <= 0),
    );
    sight.observe(head);
    return () => {
      sizes.disconnect();
      sight.disconnect();
    };
  }, [box, columns]);
  return { widths, away };
}

/** Keeps the bar as far to the side as the table. */
function useFollowed(
  box: RefObject<HTMLDivElement>,
  bar: RefObject<HTMLDivElement>,
  widths: readonly number[],
) {
  useEffect(() => {
    const table = box.current;
    if (!table) return;
    const follow = () => {
      if (bar.current) bar.current.scrollLeft = table.scrollLeft;
    };
    follow();
    table.addEventListener('scroll', follow, { passive: true });
    return () => table.removeEventListener('scroll', follow);
  }, [box, bar, widths]);
}
