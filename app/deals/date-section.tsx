import { Form } from '@remix-run/react';
import { maxNote, timeZones, type DealDto } from '#contracts/deals';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { buttonStyle } from '../components/button-style';
import { SelectField } from '../components/select-field';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';
import { AppointmentTime } from './deal-status';
import { DealForm, Fold, Section } from './section';

type Time = DealDto['times'][number];

/** Agreeing on a date: what holds, what waits for an answer, and another proposal. */
export function DateSection({ deal }: { deal: DealDto }) {
  const t = useText();
  const waiting = deal.times.find(({ status }) => status === 'proposed');
  const may = (action: DealDto['actions'][number]) => deal.actions.includes(action);
  const propose = deal.scheduledFor || waiting ? 'deals.date.change' : 'deals.date.propose';
  return (
    <Section title={t('deals.date.heading')}>
      <Agreed deal={deal} />
      {waiting ? <Waiting deal={deal} time={waiting} /> : null}
      {!may('propose-time') ? null : deal.scheduledFor || waiting ? (
        <Fold title={t(propose)} intent="propose">
          <Propose />
        </Fold>
      ) : (
        <Propose />
      )}
    </Section>
  );
}

function Agreed({ deal }: { deal: DealDto }) {
  const t = useText();
  if (!deal.scheduledFor) return <p>{t('deals.date.none')}</p>;
  const over = deal.status === 'cancelled';
  return (
    <div>
      <p className={over ? 'line-through' : 'text-xl font-semibold'}>
        <AppointmentTime date={deal.scheduledFor} city={deal.city} />
      </p>
      <p className="mt-3">
        <a
          className={buttonStyle({ variant: 'secondary' })}
          href={`/api/deals/${deal._id}/calendar.ics?as=${deal.as}`}
          download
        >
          {t(over ? 'deals.date.calendar_off' : 'deals.date.calendar')}
        </a>
      </p>
    </div>
  );
}

/** The proposal that waits, with the two answers where they are this side's to give. */
function Waiting({ deal, time }: { deal: DealDto; time: Time }) {
  const t = useText();
  const mine = time.from === deal.as;
  const title = mine ? t('deals.date.waiting') : t(`deals.date.asked_by_${time.from}`);
  return (
    <Banner tone="info" title={title}>
      <p>
        <AppointmentTime date={time.startsAt} city={deal.city} />
      </p>
      {time.note ? <p className="mt-1 whitespace-pre-line">{time.note}</p> : null}
      {deal.actions.includes('answer-time') ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <Answer intent="accept-time" time={time} label={t('deals.date.accept')} />
          <Answer intent="decline-time" time={time} label={t('deals.date.decline')} quiet />
        </div>
      ) : null}
    </Banner>
  );
}

function Answer(props: { intent: string; time: Time; label: string; quiet?: boolean }) {
  const { intent, time, label, quiet } = props;
  const { reply, pending } = useIntent(intent);
  const failed = reply?.error?.['']?.join(' ');
  return (
    <Form method="post">
      <input type="hidden" name="timeId" value={time._id} />
      <Button
        name="intent"
        value={intent}
        variant={quiet ? 'secondary' : 'primary'}
        pending={pending}
      >
        {label}
      </Button>
      {failed ? (
        <p role="alert" className="mt-2 font-semibold text-danger">
          {failed}
        </p>
      ) : null}
    </Form>
  );
}

interface ProposeFields extends Record<string, unknown> {
  date: string;
  time: string;
  zone: string;
  note: string;
}

function Propose() {
  const t = useText();
  const zones = timeZones.map((value) => ({ value, label: t(`deals.zone.${value}`) }));
  return (
    <DealForm<ProposeFields> intent="propose" submit={t('deals.date.send')}>
      {({ date, time, zone, note }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField meta={date} type="date" label={t('deals.date.day')} />
            <TextField meta={time} type="time" label={t('deals.date.time')} />
          </div>
          <SelectField
            meta={zone}
            label={t('deals.date.zone')}
            hint={t('deals.date.zone_hint')}
            options={zones}
          />
          <TextAreaField
            meta={note}
            label={t('deals.date.note')}
            rows={2}
            maxLength={maxNote}
            optional
          />
        </>
      )}
    </DealForm>
  );
}
