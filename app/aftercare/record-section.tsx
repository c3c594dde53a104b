import { type FieldMetadata, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { type CareDto, maxPlan, maxUsedText } from '#contracts/aftercare';
import { useIntent } from '#app/auth/use-intent';
import { Button } from '../components/button';
import { When } from '../components/date-time';
import { ErrorSummary } from '../components/error-summary';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';
import { Section } from '../deals/section';
import { useText } from '#app/i18n/use-text';

interface RecordSectionProps {
  care: CareDto;
  as: 'patient' | 'clinic';
}

/** What the clinic gave with the treatment; what it left out is named as that. */
export function RecordSection({ care: { _id, record, state }, as }: RecordSectionProps) {
  const t = useText();
  const none = <span className="text-ink-soft">{t('aftercare.record.not_given')}</span>;
  return (
    <Section title={t('aftercare.record.heading')}>
      <dl className="space-y-4">
        <div>
          <dt className="font-semibold">{t('aftercare.record.plan')}</dt>
          <dd className="measure whitespace-pre-line">{record?.plan ?? none}</dd>
        </div>
        <div>
          <dt className="font-semibold">{t('aftercare.record.used')}</dt>
          <dd>{record && record.used.length > 0 ? <UsedList used={record.used} /> : none}</dd>
        </div>
        <div>
          <dt className="font-semibold">{t('aftercare.record.person')}</dt>
          <dd>{record?.person ? <PersonToAsk person={record.person} /> : none}</dd>
        </div>
      </dl>
      {record ? (
        <p className="text-sm text-ink-soft">
          {t('aftercare.record.given')} <When date={record.givenAt} format="date" />
        </p>
      ) : null}
      {as === 'patient' && state !== null ? (
        <div className="border-t border-line pt-4">
          <h3 className="text-base">{t('aftercare.pack.heading')}</h3>
          <p className="measure mb-2 text-ink-soft">{t('aftercare.pack.text')}</p>
          <p className="flex flex-wrap gap-x-5">
            <a className="link inline-flex min-h-11 items-center" href={`/deal/${_id}/handover`}>
              {t('aftercare.pack.open')}
            </a>
          </p>
        </div>
      ) : null}
    </Section>
  );
}

type Given = NonNullable<CareDto['record']>;

function UsedList({ used }: Pick<Given, 'used'>) {
  const t = useText();
  return (
    <ul className="list-disc ps-5">
      {used.map(({ name, lot }, place) => (
        <li key={place}>
          <bdi>{name}</bdi>
          {lot ? (
            <span className="block text-sm text-ink-soft">
              {t('aftercare.record.lot_of', { lot })}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function PersonToAsk({
  person: { name, role, phone, email },
}: {
  person: NonNullable<Given['person']>;
}) {
  return (
    <address className="not-italic">
      <p>
        <bdi>{name}</bdi>
      </p>
      {role ? (
        <p>
          <bdi>{role}</bdi>
        </p>
      ) : null}
      {phone ? (
        <p>
          <bdi className="tnum">{phone}</bdi>
        </p>
      ) : null}
      {email ? (
        <p>
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      ) : null}
    </address>
  );
}

/** Empty lines after those that are filled. */
const spare = 3;

type RecordFields = {
  plan: string;
  personName: string;
  personRole: string;
  personPhone: string;
  personEmail: string;
  used: Array<{ name: string; lot: string }>;
};

const valuesOf = (record: CareDto['record']): RecordFields => ({
  plan: record?.plan ?? '',
  personName: record?.person?.name ?? '',
  personRole: record?.person?.role ?? '',
  personPhone: record?.person?.phone ?? '',
  personEmail: record?.person?.email ?? '',
  used: [
    ...(record?.used ?? []).map(({ name, lot }) => ({ name, lot: lot ?? '' })),
    ...Array.from({ length: spare }, () => ({ name: '', lot: '' })),
  ],
});

/** The clinic's form for it; what is sent replaces what was given. */
export function RecordForm({ care: { record } }: { care: CareDto }) {
  const t = useText();
  const { reply, pending } = useIntent('record');
  const [form, fields] = useForm<RecordFields>({
    id: 'record',
    lastResult: reply,
    defaultValue: valuesOf(record),
  });
  return (
    <Section title={t(record ? 'aftercare.record.change' : 'aftercare.record.give')}>
      <p className="measure">{t('aftercare.record.why')}</p>
      <Form method="post" id={form.id} noValidate className="space-y-5">
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="record" />
        <TextAreaField
          meta={fields.plan}
          label={t('aftercare.record.plan')}
          hint={t('aftercare.record.plan_hint')}
          rows={6}
          maxLength={maxPlan}
          optional
        />
        <UsedFields lines={fields.used.getFieldList()} />
        <PersonFields fields={fields} />
        <Button pending={pending}>{t('aftercare.record.submit')}</Button>
      </Form>
    </Section>
  );
}

type UsedField = FieldMetadata<RecordFields['used'][number]>;

function UsedFields({ lines }: { lines: readonly UsedField[] }) {
  const t = useText();
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 font-semibold">{t('aftercare.record.used')}</legend>
      <p className="text-sm text-ink-soft">{t('aftercare.record.used_hint')}</p>
      {lines.map((line, place) => {
        const { name, lot } = line.getFieldset();
        const number = place + 1;
        return (
          <div key={line.key} className="grid gap-3 sm:grid-cols-[2fr_1fr]">
            <TextField
              meta={name}
              label={t('aftercare.record.used_name', { number })}
              maxLength={maxUsedText}
              optional
            />
            <TextField
              meta={lot}
              label={t('aftercare.record.lot', { number })}
              maxLength={maxUsedText}
              optional
            />
          </div>
        );
      })}
    </fieldset>
  );
}

type PersonField = 'personName' | 'personRole' | 'personPhone' | 'personEmail';

function PersonFields({ fields }: { fields: Record<PersonField, FieldMetadata<string>> }) {
  const t = useText();
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 font-semibold">{t('aftercare.record.person')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {(
          [
            ['personName', 'name', 'text'],
            ['personRole', 'role', 'text'],
            ['personPhone', 'phone', 'tel'],
            ['personEmail', 'email', 'email'],
          ] as const
        ).map(([field, word, type]) => (
          <TextField
            key={field}
            meta={fields[field]}
            label={t(`aftercare.record.person_${word}`)}
            type={type}
            autoComplete="off"
            optional
          />
        ))}
      </div>
    </fieldset>
  );
}
