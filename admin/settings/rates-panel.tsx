import { useGetOne } from 'react-admin';
import type { SettingRecord } from '#platform/lists/console-records';
import { Panel } from '../components/panel';
import { written } from '../components/times';
import { useText } from '../text';
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

/** Day, source and figures of the table. */
export function RatesTable({ value }: { value: unknown }) {
  const t = useText();
  const { day, source, rates } = value as Table;
  if (!day) return <p className="measure">{t('console.rates.none')}</p>;
  return (
    <>
      <p className="mb-3 font-semibold">
        {t('console.rates.of', {
          day: written(`${day}T12:00:00Z`, 'date', 'UTC'),
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
