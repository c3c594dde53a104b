import { useGetOne } from 'react-admin';
import { lastDayOfRate } from '#contracts/offers';
import type { SettingRecord } from '#platform/lists/console-records';
import { Panel } from '../components/panel';
import { written } from '../components/times';
import { type Text, useText } from '../text';
import { optionLabel } from './fields';

/** The setting that the table is kept as. */
export const ratesTable = 'offers.bank-rates';
/** The one of what it lacks, beside which it is shown. */
export const ownRates = 'offers.staff-rates';

interface Table {
  readonly day: string;
  readonly source: string;
  readonly rates: ReadonlyArray<{ readonly currency: string; readonly perEuro: string }>;
}

/** The table beside what it lacks. */
export function RatesPanel() {
  const t = useText();
  const { data } = useGetOne<SettingRecord>('settings', { id: ratesTable });
  return (
    <Panel title={t('console.rates.title')}>
      {data ? <RatesTable value={data.value} /> : null}
    </Panel>
  );
}

interface OwnRate {
  readonly currency: string;
  readonly perEuro: string;
  readonly day: string;
  readonly statedBy: string;
}

/** Days as staff read them. */
const dayIn = (day: string): string => written(`${day}T12:00:00Z`, 'date', 'UTC');

/** Whether patients are shown a rate, and until when. */
function shownUntil(t: Text, { currency, day }: OwnRate, table: Table | undefined): string {
  if (table?.rates.some((one) => one.currency === currency)) return t('console.rates.replaced');
  const last = lastDayOfRate(day);
  const isOver = last < new Date().toISOString().slice(0, 10);
  return t(isOver ? 'console.rates.over' : 'console.rates.until', { day: dayIn(last) });
}

/** Which of the rates that staff put in patients are shown. */
export function OwnRates({ value }: { value: unknown }) {
  const t = useText();
  const { data } = useGetOne<SettingRecord>('settings', { id: ratesTable });
  const { rates } = value as { rates: readonly OwnRate[] };
  if (rates.length === 0) return null;
  return (
    <Panel title={t('console.rates.own_title')}>
      <dl className="grid gap-3">
        {rates.map((rate) => (
          <div key={rate.currency}>
            <dt className="font-semibold">
              {rate.currency} {rate.perEuro}, {dayIn(rate.day)}, {rate.statedBy}
            </dt>
            <dd>{shownUntil(t, rate, data?.value as Table | undefined)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** Day, source and figures of the table. */
export function RatesTable({ value }: { value: unknown }) {
  const t = useText();
  const { day, source, rates } = value as Table;
  if (!day) return <p className="measure">{t('console.rates.none')}</p>;
  return (
    <>
      <p className="mb-3 font-semibold">
        {t('console.rates.of', {
          day: dayIn(day),
          source: optionLabel(t, ratesTable, source),
        })}
      </p>
      <table className="tnum text-start">
        <thead>
          <tr>
            <th scope="col" className="pe-6 text-start">
              {t('console.rates.currency')}
            </th>
            <th scope="col" className="text-end">
              {t('console.rates.per_euro')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rates.map(({ currency, perEuro }) => (
            <tr key={currency}>
              <th scope="row" className="pe-6 text-start font-normal">
                {currency}
              </th>
              <td className="text-end">{perEuro}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
