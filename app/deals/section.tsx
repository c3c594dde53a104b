import { type FormMetadata, getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { MapPin, Navigation, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { type DealDto, maxNote, timeZones } from '#contracts/deals';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '../components/banner';
import { buttonStyle, type ButtonVariant } from '../components/button-style';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { ErrorSummary } from '../components/error-summary';
import { Link } from '../components/link';
import { SelectField } from '../components/select-field';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';
import { AppointmentTime } from './deal-status';
import type { ShownDeal } from './deal-view.server';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';

interface SectionProps {
  /** By which the page leads to it. */
  id?: string;
  title: string;
  children: ReactNode;
}

export const Section = ({ id, title, children }: SectionProps) => (
  <Card as="section" className="wrap-anywhere">
    <h2 id={id} className="mb-4 text-lg">
      {title}
    </h2>
    <div className="space-y-5">{children}</div>
  </Card>
);

/** What one does seldom, folded away; opens without a script too, and by itself when its form came back. */
export const Fold = ({
  title,
  intent,
  children,
}: {
  title: string;
  intent: string;
  children: ReactNode;
}) => {
  const { reply } = useIntent(intent);
  return (
    <details open={reply !== undefined || undefined} className="print:hidden">
      <summary className="cursor-pointer py-2 font-semibold text-brand">{title}</summary>
      <div className="pt-3">{children}</div>
    </details>
  );
};

interface DealFormProps<F extends Record<string, unknown>> {
  /** What it does: the name of its intent, and of its fields' ids. */
  intent: string;
  submit: string;
  variant?: ButtonVariant;
  children: (fields: ReturnType<FormMetadata<F>['getFieldset']>) => ReactNode;
}

/** One of the page's forms, with what came back of it. */
export function DealForm<F extends Record<string, unknown>>({
  intent,
  submit,
  variant,
  children,
}: DealFormProps<F>) {
  const { reply, pending } = useIntent(intent);
  const [form, fields] = useForm<F>({ id: intent, lastResult: reply });
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value={intent} />
      {children(fields)}
      <Button variant={variant} pending={pending}>
        {submit}
      </Button>
    </Form>
  );
}

interface PlaceSectionProps {
  deal: Pick<DealDto, '_id'>;
  contact: NonNullable<ShownDeal['contact']>;
  place: NonNullable<ShownDeal['place']>;
}

/** For the patient who has chosen: where the clinic is, how to get there, and whom to call. */
export function PlaceSection({ deal, contact, place }: PlaceSectionProps) {
  const t = useText();
  return (
    <Section title={t('deals.place.heading')}>
      <div>
        <address className="not-italic">
          <p className="font-semibold">
            <bdi>{contact.name}</bdi>
          </p>
          {place.lines.map((line) => (
            <p key={line}>
              <bdi>{line}</bdi>
            </p>
          ))}
        </address>
        {place.address ? null : <p className="mt-1 text-ink-soft">{t('deals.place.no_street')}</p>}
        <div className="mt-3 flex flex-wrap gap-3 print:hidden">
          <Outside href={place.map} icon={MapPin} label={t('deals.place.map')} />
          <Outside href={place.directions} icon={Navigation} label={t('deals.place.directions')} />
        </div>
      </div>
      <div>
        <h3 className="text-base">{t('deals.place.way')}</h3>
        <p className="measure text-ink-soft">
          {t('deals.place.way_none')}{' '}
          <Link to={`/conversation/${deal._id}`} className="link">
            {t('deals.place.ask')}
          </Link>
        </p>
      </div>
      <Call deal={deal} contact={contact} place={place} />
    </Section>
  );
}

function Call({ deal, contact: { phoneNumber, shownPhone }, place }: PlaceSectionProps) {
  const t = useText();
  const formats = useFormats();
  return (
    <div>
      <h3 className="text-base">{t('deals.place.call')}</h3>
      {place.doctorName ? <p>{t('deals.place.doctor', { doctor: place.doctorName })}</p> : null}
      <p className="text-ink-soft">
        {place.languages.length > 0
          ? t('deals.place.languages', {
              languages: formats.list(place.languages.map(formats.languageName)),
            })
          : t('deals.place.no_languages')}
      </p>
      {phoneNumber && shownPhone ? (
        <a
          href={`tel:${phoneNumber}`}
          className={buttonStyle({ variant: 'secondary', className: 'mt-3 print:hidden' })}
        >
          <Phone aria-hidden="true" className="size-5" />
          {t('offers.offer.call_number', { phone: shownPhone })}
        </a>
      ) : (
        <p className="text-ink-soft">
          {t('deals.place.no_phone')}{' '}
          <Link to={`/conversation/${deal._id}`} className="link">
            {t('deals.contact.write')}
          </Link>
        </p>
      )}
    </div>
  );
}

function Outside({
  href,
  icon: Icon,
  label,
}: {
  href: string;
  icon: typeof MapPin;
  label: string;
}) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonStyle({ variant: 'secondary' })}
    >
      <Icon aria-hidden="true" className="size-5" />
      {label}
    </a>
  );
}

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
      <p className="mt-3 print:hidden">
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
        <div className="mt-3 flex flex-wrap gap-3 print:hidden">
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
