import type { HomeRecord } from '#platform/lists/console-records';
import { Panel } from '../components/panel';
import { useText } from '../text';
import { totalOf } from './days';
import { DaysChart } from './days-chart';

/** Thirty days in two charts, each with its sums in words. */
export default function Charts({ record: { charts, medianReviewHours } }: { record: HomeRecord }) {
  const t = useText();
  const clinics = { registered: charts.registrations, approved: charts.approvals };
  const requests = { submitted: charts.leads, published: charts.published };
  return (
    <div className="grid items-start gap-5 @min-[46rem]:grid-cols-2">
      <Panel title={t('console.home.clinics')}>
        <p className="mb-3 text-ink-soft">
          {t('console.home.clinics_sum', {
            registered: totalOf(clinics.registered),
            approved: totalOf(clinics.approved),
          })}{' '}
          {medianReviewHours === null
            ? t('console.home.median_unknown')
            : t('console.home.median', { hours: medianReviewHours })}
        </p>
        <DaysChart
          title={t('console.home.clinics')}
          series={[
            { name: t('console.home.registered'), days: clinics.registered },
            { name: t('console.home.approved'), days: clinics.approved },
          ]}
        />
      </Panel>
      <Panel title={t('console.home.requests')}>
        <p className="mb-3 text-ink-soft">
          {t('console.home.requests_sum', {
            submitted: totalOf(requests.submitted),
            published: totalOf(requests.published),
          })}
        </p>
        <DaysChart
          title={t('console.home.requests')}
          series={[
            { name: t('console.home.submitted'), days: requests.submitted },
            { name: t('console.home.published'), days: requests.published },
          ]}
        />
      </Panel>
    </div>
  );
}
