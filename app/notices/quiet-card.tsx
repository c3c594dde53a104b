import { useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { careZones } from '#contracts/aftercare';
import type { QuietHoursDto } from '#contracts/notifications';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { ErrorSummary } from '../components/error-summary';
import { SelectField } from '../components/select-field';
import { TextField } from '../components/text-field';

/** When the browsers of whoever reads show nothing. */
export function QuietCard({ quietHours }: { quietHours: QuietHoursDto | null }) {
  const t = useText();
  const { reply, pending } = useIntent('quiet');
  const ending = useIntent('never-quiet').pending;
  const [form, fields] = useForm<QuietHoursDto>({
    id: 'quiet',
    lastResult: reply,
    defaultValue: quietHours ?? { from: '22:00', to: '08:00', zone: '' },
  });
  const state = quietHours
    ? t('notices.quiet.on', { ...quietHours, zone: nameOf(quietHours.zone) })
    : t('notices.quiet.off');
  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-lg font-semibold">{t('notices.quiet.title')}</h2>
        <p className="text-ink-soft">{t('notices.quiet.text')}</p>
      </div>
      <p className="font-semibold">{state}</p>
      <Form method="post" id={form.id} noValidate className="space-y-5">
        <ErrorSummary form={form} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField meta={fields.from} type="time" label={t('notices.quiet.from')} />
          <TextField meta={fields.to} type="time" label={t('notices.quiet.to')} />
        </div>
        <SelectField
          meta={fields.zone}
          label={t('notices.quiet.zone')}
          hint={t('notices.quiet.zone_hint')}
          placeholder={t('notices.quiet.choose')}
          options={zonesWith(quietHours?.zone)}
        />
        <Button name="intent" value="quiet" variant="secondary" pending={pending}>
          {t('notices.quiet.save')}
        </Button>
      </Form>
      {quietHours ? (
        <Form method="post">
          <Button name="intent" value="never-quiet" variant="quiet" pending={ending}>
            {t('notices.quiet.end')}
          </Button>
        </Form>
      ) : null}
    </Card>
  );
}

const nameOf = (zone: string): string => zone.replaceAll('_', ' ');

/** Those that are offered, with the one that is chosen: software may choose any. */
function zonesWith(chosen: string | undefined) {
  const all: readonly string[] = careZones;
  const zones = chosen && !all.includes(chosen) ? [chosen, ...all] : all;
  return zones.map((value) => ({ value, label: nameOf(value) }));
}
