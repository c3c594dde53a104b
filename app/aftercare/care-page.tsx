import { useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { photoAddress, type PhotoSlot, slotView } from '#contracts/consultation';
import {
  type CareDto,
  careQuestions,
  type CareQuestion,
  type CheckInDto,
  maxReply,
} from '#contracts/aftercare';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { CheckboxField } from '../components/checkbox-field';
import { When } from '../components/date-time';
import { ErrorSummary } from '../components/error-summary';
import { Link } from '../components/link';
import { Page } from '../components/page';
import { Picture } from '../components/picture';
import { TextAreaField } from '../components/text-area-field';
import { DealForm, Fold, Section } from '../deals/section';
import { useText } from '#app/i18n/use-text';
import { PlaceFields } from './place-fields';
import { RecordForm, RecordSection } from './record-section';

interface CarePageProps {
  care: CareDto;
  /** Photos of the request that show a view. */
  before: ReadonlyArray<{ id: string; slot: PhotoSlot | null }>;
  as: 'patient' | 'clinic';
}

const isUrgent = ({ state }: CheckInDto): boolean => state === 'alerted' || state === 'escalated';

const dueFirst = (checkIns: readonly CheckInDto[]): CheckInDto[] => [
  ...checkIns.filter(({ state }) => state === 'due'),
  ...checkIns.filter(({ state }) => state !== 'due'),
];

/** The aftercare of a treatment in the eyes of one of its sides: danger first, then what is to be done. */
export function CarePage({ care, before, as }: CarePageProps) {
  const t = useText();
  const isPatient = as === 'patient';
  return (
    <Page
      title={t('aftercare.heading')}
      lead={t(`aftercare.lead_${as}`)}
      back={{
        to: isPatient ? `/deal/${care._id}` : `/clinic/deal/${care._id}`,
        label: t('aftercare.back'),
      }}
    >
      <div className="space-y-6">
        {care.checkIns.filter(isUrgent).map((one) => (
          <Danger key={one.day} checkIn={one} as={as} />
        ))}
        {isPatient ? <Standing care={care} /> : null}
        {!isPatient && care.checkIns.length === 0 ? <p>{t('aftercare.none_yet')}</p> : null}
        {care.checkIns.length > 0 ? (
          <Section title={t('aftercare.days')}>
            <p className="measure text-sm text-ink-soft">{t('aftercare.no_diagnosis')}</p>
            <ul className="divide-y divide-line">
              {dueFirst(care.checkIns).map((one) => (
                <CheckIn key={one.day} care={care} checkIn={one} as={as} />
              ))}
            </ul>
          </Section>
        ) : null}
        <BeforeAndAfter care={care} before={before} />
        <RecordSection care={care} as={as} />
        {isPatient ? null : <RecordForm care={care} />}
        {isPatient && care.state === 'following' ? <Stop /> : null}
      </div>
    </Page>
  );
}

/** What an answer means that may be an emergency: for the patient whom to call, for the clinic what to answer. */
function Danger({ checkIn, as }: { checkIn: CheckInDto; as: 'patient' | 'clinic' }) {
  const t = useText();
  const { emergencyNumber: number, dangers, day } = checkIn;
  const said = dangers.map((one) => t(`aftercare.danger.${one}`));
  return (
    <Banner tone="danger" title={t(`aftercare.danger.title_${as}`)}>
      {as === 'patient' ? (
        <>
          <p className="my-2 text-lg font-semibold">
            {number ? (
              <a className="link" href={`tel:${number}`}>
                {t('aftercare.danger.call', { number })}
              </a>
            ) : (
              t('aftercare.danger.call_local')
            )}
          </p>
          <p>{t('aftercare.danger.text')}</p>
        </>
      ) : (
        <p>{t('aftercare.danger.ask', { day })}</p>
      )}
      <ul className="mt-2 list-disc ps-5">
        {said.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {as === 'patient' ? (
        <p className="mt-2">
          {t(
            checkIn.state === 'escalated'
              ? 'aftercare.danger.team_knows'
              : 'aftercare.danger.clinic_knows',
          )}
        </p>
      ) : null}
    </Banner>
  );
}

/** Whether the patient is asked, and the form that agrees to it. */
function Standing({ care }: { care: CareDto }) {
  const t = useText();
  if (care.state === 'offered') return <Agree />;
  if (care.state === null) return <p>{t('aftercare.before_treatment')}</p>;
  if (care.state === 'following') return null;
  return <Banner tone="info" title={t(`aftercare.state.${care.state}`)} />;
}

function Agree() {
  const t = useText();
  const { reply, pending } = useIntent('agree');
  const [form, fields] = useForm<{ country: string; zone: string; agree: boolean }>({
    id: 'agree',
    lastResult: reply,
  });
  return (
    <Section title={t('aftercare.agree.heading')}>
      <p className="measure">{t('aftercare.agree.text')}</p>
      <ul className="measure list-disc space-y-1 ps-5">
        {(['days', 'seen', 'danger', 'stop'] as const).map((one) => (
          <li key={one}>{t(`aftercare.agree.${one}`)}</li>
        ))}
      </ul>
      <p className="measure text-sm text-ink-soft">{t('aftercare.no_diagnosis')}</p>
      <Form method="post" id={form.id} noValidate className="space-y-5">
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="agree" />
        <PlaceFields country={fields.country} zone={fields.zone} />
        <CheckboxField meta={fields.agree} label={t('aftercare.agree.consent')} />
        <Button pending={pending}>{t('aftercare.agree.submit')}</Button>
      </Form>
      <Fold title={t('aftercare.agree.no')} intent="stop">
        <DealForm intent="stop" submit={t('aftercare.agree.no_submit')} variant="secondary">
          {() => <p className="measure">{t('aftercare.agree.no_text')}</p>}
        </DealForm>
      </Fold>
    </Section>
  );
}

function Stop() {
  const t = useText();
  return (
    <Fold title={t('aftercare.stop.title')} intent="stop">
      <DealForm intent="stop" submit={t('aftercare.stop.submit')} variant="danger">
        {() => <p className="measure">{t('aftercare.stop.text')}</p>}
      </DealForm>
    </Fold>
  );
}

interface CheckInProps {
  care: CareDto;
  checkIn: CheckInDto;
  as: 'patient' | 'clinic';
}

/** One day: when it comes, what was answered, and what the clinic replied. */
function CheckIn({ care, checkIn, as }: CheckInProps) {
  const t = useText();
  const { day, state, dueAt, openUntil, answeredAt, note, reply, repliedAt } = checkIn;
  const isPatient = as === 'patient';
  return (
    <li className="space-y-3 py-4 first:pt-0 last:pb-0">
      <h3 className="text-base">{t('aftercare.day', { day })}</h3>
      <p className="text-sm text-ink-soft">
        {t(`aftercare.check-in.${state}`)}{' '}
        {answeredAt ? (
          <When date={answeredAt} format="datetime" />
        ) : state === 'due' ? (
          <When date={openUntil} format="day" />
        ) : state === 'planned' ? (
          <When date={dueAt} format="date" />
        ) : null}
      </p>
      {isPatient && state === 'due' ? (
        <ButtonLink to={`/deal/${care._id}/aftercare/${day}`}>{t('aftercare.answer')}</ButtonLink>
      ) : null}
      <Answers checkIn={checkIn} />
      {note ? <p className="measure whitespace-pre-line">{note}</p> : null}
      {reply && repliedAt ? (
        <div className="border-s-2 border-line-strong ps-3">
          <p className="text-sm text-ink-soft">
            {t('aftercare.reply.of')} <When date={repliedAt} format="datetime" />
          </p>
          <p className="measure whitespace-pre-line">{reply}</p>
        </div>
      ) : null}
      {isPatient && answeredAt ? <Photos care={care} checkIn={checkIn} /> : null}
      {!isPatient && isUrgent(checkIn) ? <Reply day={day} /> : null}
    </li>
  );
}

/** What was answered, question by question; what means danger is said in words, not by colour alone. */
function Answers({ checkIn: { answers, dangers, questions } }: { checkIn: CheckInDto }) {
  const t = useText();
  const given = questions.filter((question) => answers[question] !== undefined);
  if (given.length === 0) return null;
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {given.map((question) => (
        <div key={question}>
          <dt className="text-sm text-ink-soft">{t(`aftercare.question.${question}`)}</dt>
          <dd className={dangers.includes(question) ? 'font-semibold text-danger' : undefined}>
            {answerWords(t, question, answers[question]!)}
            {dangers.includes(question) ? ` (${t('aftercare.danger.mark')})` : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An answer in words; one that is not in the list of its question stands as it is. */
export function answerWords(
  t: ReturnType<typeof useText>,
  question: CareQuestion,
  value: string,
): string {
  if (!(careQuestions[question] as readonly string[]).includes(value)) return value;
  if (question === 'pain') return t(`aftercare.choice.pain.${value}`);
  if (question === 'recovery') return t(`aftercare.choice.recovery.${value}`);
  return t(`aftercare.choice.${value}`);
}

/** The photos of a day: those that are there, views that can be added, and whether the clinic sees them. */
function Photos({ care, checkIn }: { care: CareDto; checkIn: CheckInDto }) {
  const t = useText();
  const { day, photos, photosShared } = checkIn;
  const shown = new Set(photos.map(({ slot }) => slot));
  const missing = care.slots.filter((slot) => !shown.has(slot));
  const { pending } = useIntent('share');
  return (
    <>
      {missing.length > 0 ? (
        <details>
          <summary className="cursor-pointer py-2 font-semibold text-brand">
            {t('aftercare.photos.add', { day })}
          </summary>
          <ul className="mt-1 flex flex-wrap gap-x-5">
            {missing.map((slot) => (
              <li key={slot}>
                <Link
                  className="link inline-flex min-h-11 items-center"
                  to={`/deal/${care._id}/aftercare/${day}/photo?slot=${slot}`}
                >
                  {t('aftercare.photos.add_view', {
                    view: t(`photos.view.${slotView(slot)}`),
                    day,
                  })}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {photos.length > 0 ? (
        <Form method="post" className="flex flex-wrap items-center gap-3">
          <input type="hidden" name="intent" value="share" />
          <input type="hidden" name="day" value={day} />
          <input type="hidden" name="shared" value={String(!photosShared)} />
          <p className="text-sm text-ink-soft">
            {t(photosShared ? 'aftercare.photos.shared' : 'aftercare.photos.private')}
          </p>
          <Button variant="secondary" pending={pending}>
            {t(photosShared ? 'aftercare.photos.unshare' : 'aftercare.photos.share', { day })}
          </Button>
        </Form>
      ) : null}
    </>
  );
}

function Reply({ day }: { day: number }) {
  const t = useText();
  return (
    <DealForm<{ text: string }> intent="reply" submit={t('aftercare.reply.submit')}>
      {({ text }) => (
        <>
          <input type="hidden" name="day" value={day} />
          <TextAreaField
            meta={text}
            label={t('aftercare.reply.label')}
            hint={t('aftercare.reply.hint')}
            rows={4}
            maxLength={maxReply}
          />
        </>
      )}
    </DealForm>
  );
}

/** View by view: the photo of the request, and those of the days after the treatment, side by side. */
function BeforeAndAfter({ care, before }: Pick<CarePageProps, 'care' | 'before'>) {
  const t = useText();
  const rows = care.slots.flatMap((slot) => {
    const after = care.checkIns.flatMap(({ day, photos }) =>
      photos.filter((photo) => photo.slot === slot).map(({ id }) => ({ id, day })),
    );
    const first = before.findLast((photo) => photo.slot === slot);
    return after.length > 0 ? [{ slot, first, after }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <Section title={t('aftercare.compare')}>
      {rows.map(({ slot, first, after }) => (
        <div key={slot}>
          <h3 className="mb-2 text-base">{t(`photos.view.${slotView(slot)}`)}</h3>
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {first ? (
              <Shot id={first.id} words={t('aftercare.before')} />
            ) : (
              <li className="grid place-items-center rounded-md border border-line p-3 text-sm text-ink-soft">
                {t('aftercare.no_before')}
              </li>
            )}
            {after.map(({ id, day }) => (
              <Shot key={id} id={id} words={t('aftercare.day', { day })} />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

const Shot = ({ id, words }: { id: string; words: string }) => (
  <li className="overflow-hidden rounded-md border border-line bg-surface">
    <a href={photoAddress(id, 'full')} className="block">
      <Picture
        src={photoAddress(id, 'medium')}
        alt={words}
        className="aspect-square w-full object-cover"
      />
    </a>
    <p className="px-2 py-1.5 text-sm">{words}</p>
  </li>
);
