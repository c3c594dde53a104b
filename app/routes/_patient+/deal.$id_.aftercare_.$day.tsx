import { useForm } from '@conform-to/react';
import { Form, useLoaderData } from '@remix-run/react';
import { type CareQuestion, careQuestions, maxCareNote } from '#contracts/aftercare';
import { answerWords } from '#app/aftercare/care-page';
import { checkInAction, loadCheckIn } from '#app/aftercare/pages.server';
import { PlaceFields } from '#app/aftercare/place-fields';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { ChoiceCards } from '#app/components/choice-cards';
import { ErrorSummary } from '#app/components/error-summary';
import { Page } from '#app/components/page';
import { TextAreaField } from '#app/components/text-area-field';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('aftercare');

export const loader = pageLoader('patient', loadCheckIn);
export const action = checkInAction;
export const clientAction = keepOnNetworkError;

type Fields = Record<CareQuestion | 'country' | 'zone' | 'note', string>;

/** The few questions of one day, each with all its answers open: no answer is chosen beforehand. */
export default function CheckInPage() {
  const { care, checkIn } = useLoaderData<typeof loader>();
  const t = useText();
  const { reply, pending } = useIntent('answer');
  const [form, fields] = useForm<Fields>({
    id: 'answer',
    lastResult: reply,
    defaultValue: { country: care.country ?? '', zone: care.zone ?? '' },
  });
  const back = { to: `/deal/${care._id}/aftercare`, label: t('aftercare.heading') };
  if (checkIn.state !== 'due')
    return (
      <Page title={t('aftercare.day', { day: checkIn.day })} back={back}>
        <Banner tone="info" title={t(`aftercare.check-in.${checkIn.state}`)} />
      </Page>
    );
  return (
    <Page
      title={t('aftercare.day', { day: checkIn.day })}
      lead={t('aftercare.questions')}
      back={back}
    >
      <p className="measure mb-6 font-semibold">{t('aftercare.emergency_first')}</p>
      <Form method="post" id={form.id} noValidate className="space-y-6">
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="answer" />
        {checkIn.questions.map((question) => (
          <ChoiceCards
            key={question}
            compact
            id={fields[question].id}
            name={question}
            legend={t(`aftercare.question.${question}`)}
            options={careQuestions[question].map((value) => ({
              value,
              label: answerWords(t, question, value),
            }))}
            defaultValue={(reply?.initialValue?.[question] as string | undefined) ?? null}
            errors={fields[question].errors}
          />
        ))}
        <TextAreaField
          meta={fields.note}
          label={t('aftercare.note')}
          hint={t('aftercare.note_hint')}
          rows={3}
          maxLength={maxCareNote}
          optional
        />
        <PlaceFields country={fields.country} zone={fields.zone} />
        <Button pending={pending}>{t('aftercare.submit')}</Button>
      </Form>
    </Page>
  );
}
