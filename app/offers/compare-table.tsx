import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Compared, Comparison } from '#contracts/offers';
import type { ComparedOffer, ReaderMoney } from '#workflows';
import { ButtonLink } from '../components/button';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { Link } from '#app/components/link';
import { useFormats } from '#app/i18n/formats';
import { type Text, useText } from '#app/i18n/use-text';
import { About } from './about-money';
import { AskMissing } from './ask-missing';
import { ClinicLinks } from './clinic-links';
import {
  Assumptions,
  CalendarDay,
  ChangedMark,
  figureWords,
  LineState,
  Price,
  reputationWords,
} from './offer-parts';

type Column = Compared<ComparedOffer>;

/** What only the patient whom the offers are for sees and does. */
interface Own {
  /** Messages that were not seen, by offer. */
  readonly unread: Readonly<Record<string, number>>;
  /** Offers whose clinics were asked for what they leave out. */
  readonly asked: readonly string[];
  /** In what they read prices besides. */
  readonly money: ReaderMoney;
}

interface CompareTableProps {
  readonly comparison: Comparison<ComparedOffer>;
  /** Left out for a companion: nothing leads to an offer, and nothing can be done. */
  readonly own?: Own;
}

interface Row {
  readonly key: string;
  readonly label: string;
  readonly cell: (column: Column) => ReactNode;
  /** A line of the treatment's template. */
  readonly line?: string;
}

/**
 * Offers as columns of one table: it scrolls sideways by itself, a column at a time, while the labels of its rows and the
 * names of the clinics stay. Without a script the table is as high as the screen, so that its own head can stay. On paper
 * it is as wide as the sheet.
 */
export function CompareTable({ comparison, own }: CompareTableProps) {
  const t = useText();
  const rows = useRows(comparison, own);
  const box = useRef<HTMLDivElement>(null);
  return (
    <div>
      <StickyNames box={box} columns={comparison.offers} />
      <div
        ref={box}
        role="region"
        aria-label={t('offers.compare.table')}
        // Whoever has no pointer scrolls it with the arrow keys.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="print-across relative -mx-4 snap-x snap-mandatory scroll-ps-32 overflow-x-auto border-y border-line bg-surface noscript:max-h-dvh sm:mx-0 sm:snap-none sm:rounded-lg sm:border print:mx-0 print:overflow-visible print:border-0"
      >
        <table className="min-w-full border-separate border-spacing-0 [&_a]:scroll-mt-24 [&_th]:text-start print:w-full print:table-fixed print:text-xs">
          <thead className="noscript:sticky noscript:top-0 noscript:z-2 noscript:bg-surface print:static">
            <tr>
              <th className={labelCell}>
                <span className="sr-only">{t('offers.compare.about')}</span>
              </th>
              {comparison.offers.map((column) => (
                <Head key={column.offer._id} column={column} isOwn={own !== undefined} />
              ))}
            </tr>
          </thead>
          <Body rows={rows} columns={comparison.offers} />
        </table>
      </div>
    </div>
  );
}

function Body({ rows, columns }: { rows: readonly Row[]; columns: readonly Column[] }) {
  return (
    <tbody>
      {rows.map(({ key, label, cell, line }) => (
        <tr key={key} className={key === 'choose' ? 'print:hidden' : undefined}>
          <th scope="row" className={cx(labelCell, 'text-sm font-semibold')}>
            {label}
          </th>
          {columns.map((column) => (
            <td
              key={column.offer._id}
              className={cx(
                bodyCell,
                line && column.offer.changedLines.includes(line) && 'bg-accent-soft',
              )}
            >
              {cell(column)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const labelCell =
  'sticky start-0 z-1 w-32 min-w-32 border-e border-b border-line bg-paper px-2 py-3 align-top wrap-anywhere hyphens-auto sm:w-48 sm:min-w-48 sm:px-3 print:static print:w-28 print:min-w-0 print:p-1.5';
const bodyCell =
  'w-56 min-w-46 border-b border-line p-3 align-top wrap-anywhere sm:min-w-56 print:w-auto print:min-w-0 print:p-1.5';

function Head({ column: { offer, compared }, isOwn }: { column: Column; isOwn: boolean }) {
  const t = useText();
  const { clinicName } = offer.clinic;
  return (
    <th scope="col" className={cx(bodyCell, 'snap-start font-normal')}>
      {isOwn ? (
        <Link to={`/offer/${offer._id}`} className="link font-semibold">
          {clinicName}
        </Link>
      ) : (
        <span className="font-semibold">{clinicName}</span>
      )}
      <ChangedMark offer={offer} />
      {compared ? null : (
        <p className="text-sm font-semibold text-warn">{t('offers.compare.not_compared')}</p>
      )}
      <p className="text-sm text-ink-soft">
        {t('common.timeline.open_until')} <When date={offer.expiresAt} format="day" />
      </p>
    </th>
  );
}

function useRows(
  { lines, figures, differing, offers }: Comparison<ComparedOffer>,
  own: Own | undefined,
): Row[] {
  const t = useText();
  const formats = useFormats();
  const notStated = <span className="text-warn">{t('offers.state.not-stated')}</span>;
  const words = ({ offer }: Column) => reputationWords({ t, formats }, offer.reputation);
  const included = lines.map((line): Row => ({
    key: `line ${line}`,
    line,
    label: t(`offers.item.${line}`),
    cell: ({ offer }) => <Line {...{ offer, line, differing }} />,
  }));
  return [
    ...priceRows(t, own),
    ...included,
    ...termRows(t, { figures, offers }),
    {
      key: 'doctor',
      label: t('offers.row.doctor'),
      cell: ({ offer }) => offer.doctorName ?? notStated,
    },
    {
      key: 'earliest',
      label: t('offers.row.earliest'),
      cell: ({ offer }) =>
        offer.earliestDate ? <CalendarDay date={offer.earliestDate} /> : notStated,
    },
    {
      key: 'availability',
      label: t('offers.row.availability'),
      cell: ({ offer }) =>
        offer.availability ? <Availability text={offer.availability} /> : notStated,
    },
    {
      key: 'rating',
      label: t('offers.row.rating'),
      cell: (column) => <Rating offer={column.offer} words={words(column).rating} />,
    },
    { key: 'answer', label: t('offers.row.answer'), cell: (column) => words(column).answer },
    { key: 'kept', label: t('offers.row.kept'), cell: (column) => words(column).kept },
    ...(own ? [chooseRow(t, own)] : []),
  ];
}

/** What the offers come to and cost, with what that is about for the patient. */
const priceRows = (t: Text, own: Own | undefined): Row[] => [
  {
    key: 'total',
    label: t('offers.row.total'),
    cell: (column) => <Total column={column} own={own} />,
  },
  {
    key: 'price',
    label: t('offers.row.price'),
    cell: ({ offer }) => (
      <>
        <Price offer={offer} />
        {own ? <About of={offer} cents={offer.amountCents} money={own.money} brief /> : null}
      </>
    ),
  },
];

const chooseRow = (t: Text, { unread }: Own): Row => ({
  key: 'choose',
  label: t('offers.row.choose'),
  cell: (column) => <Choose column={column} unread={unread[column.offer._id] ?? 0} />,
});

function Line({
  offer,
  line,
  differing,
}: { offer: ComparedOffer; line: string } & Pick<Comparison<ComparedOffer>, 'differing'>) {
  const item = offer.items.find(({ key }) => key === line);
  const differs = differing.some(({ key, unit }) => key === line && unit === item?.unit);
  return <LineState item={item} offer={offer} differs={differs} />;
}

/** What the prices rest on, the journey and the guarantee: rows of what one of the offers states. */
function termRows(
  t: Text,
  { figures, offers }: Pick<Comparison<ComparedOffer>, 'figures' | 'offers'>,
): Row[] {
  const notStated = <span className="text-warn">{t('offers.state.not-stated')}</span>;
  const stated = figures.map((name): Row => ({
    key: name,
    label: t(`offers.row.${name}`),
    cell: ({ offer }) => figureWords(t, name, offer[name]) ?? notStated,
  }));
  const restsOn: Row = {
    key: 'assumptions',
    label: t('offers.row.assumptions'),
    cell: ({ offer }) =>
      offer.assumptions.length > 0 ? (
        <Assumptions assumptions={offer.assumptions} currency={offer.currency} />
      ) : (
        notStated
      ),
  };
  const hasAssumptions = offers.some(({ offer }) => offer.assumptions.length > 0);
  return hasAssumptions ? [restsOn, ...stated] : stated;
}

const Availability = ({ text }: { text: string }) => (
  <span className="line-clamp-6 whitespace-pre-line print:line-clamp-none">{text}</span>
);

function Rating({ offer, words }: { offer: ComparedOffer; words: string }) {
  return (
    <>
      {words}
      <ClinicLinks clinicName={offer.clinic.clinicName} slug={offer.slug} />
    </>
  );
}

/** The comparable total, and what it leaves out. */
function Total({
  column: { offer, totalCents, missing },
  own,
}: {
  column: Column;
  own: Own | undefined;
}) {
  const t = useText();
  const formats = useFormats();
  return (
    <>
      <span className="tnum text-xl font-semibold print:text-base">
        {formats.money(totalCents, offer.currency)}
      </span>
      {own ? <About of={offer} cents={totalCents} money={own.money} /> : null}
      {missing.length > 0 ? (
        <>
          <p className="text-sm text-warn">
            {t('offers.compare.without', {
              lines: missing
                .map(({ key }) => t(`offers.item.${key}`))
                .reduce((before, line) => t('offers.compare.lines', { before, line })),
            })}
          </p>
          {own ? (
            <AskMissing
              offerId={offer._id}
              clinicName={offer.clinic.clinicName}
              asked={own.asked.includes(offer._id)}
            />
          ) : null}
        </>
      ) : (
        <p className="text-sm text-ok">{t('offers.compare.complete')}</p>
      )}
    </>
  );
}

function Choose({ column: { offer }, unread }: { column: Column; unread: number }) {
  const t = useText();
  const { clinicName } = offer.clinic;
  const here = `/offer/${offer._id}`;
  return (
    <div className="flex flex-col items-start gap-2">
      <ButtonLink to={`${here}/accept`} full>
        {t('offers.compare.accept_of', { clinic: clinicName })}
      </ButtonLink>
      <ButtonLink
        to={here}
        variant="secondary"
        full
        aria-label={t('offers.compare.view_of', { clinic: clinicName })}
      >
        {t('offers.compare.view')}
      </ButtonLink>
      <ButtonLink
        to={`${here}/decline`}
        variant="quiet"
        full
        aria-label={t('offers.compare.decline_of', { clinic: clinicName })}
      >
        {t('offers.compare.decline')}
      </ButtonLink>
      {unread > 0 ? (
        // Last, so that no button moves when a message comes.
        <Link to={`/conversation/${offer._id}`} className="link self-center font-semibold">
          {t('offers.compare.unread', { count: unread })}
        </Link>
      ) : null}
    </div>
  );
}

/**
 * Whose column is whose, at the top of the screen once the head of the table `box` is above it: what scrolls sideways
 * cannot itself stay in view. It follows the table's own scrolling and widths. For eyes only: the cells have their heads.
 */
function StickyNames({
  box,
  columns,
}: {
  box: RefObject<HTMLDivElement>;
  columns: readonly Column[];
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
    const observer = new IntersectionObserver(([entry]) =>
      setAway(!entry!.isIntersecting && entry!.boundingClientRect.bottom <= 0),
    );
    observer.observe(head);
    return () => {
      sizes.disconnect();
      observer.disconnect();
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
