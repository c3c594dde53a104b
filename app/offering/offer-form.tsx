import { getFormProps, useForm } from '@conform-to/react';
import { Form, useSearchParams } from '@remix-run/react';
import { MessageCircle } from 'lucide-react';
import { type FormEvent, type MouseEvent, useState } from 'react';
import { currencies, type Reusable, type TypedOffer } from '#contracts/offers';
import { useIntent } from '#app/auth/use-intent';
import { buttonStyle } from '../components/button-style';
import { Button } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { KeptStatus, signInTo } from '../components/kept-status';
import { Link } from '#app/components/link';
import { SelectField } from '../components/select-field';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';
import { useHydrated } from '../components/use-hydrated';
import { whatsAppAddress } from '../components/whats-app-address';
import { useFreshForm, useKeptForm } from '#app/forms/use-kept-form';
import { useText } from '#app/i18n/use-text';
import { OfferFiles, type OfferFilesProps, useOfferFiles } from './offer-files';
import { OfferItems, type OfferLine } from './offer-items';
import { OfferTerms } from './offer-terms';

const formId = 'offer-form';

interface OfferFormProps {
  leadId: string;
  /** What the request is for, in words. */
  treatment: string;
  /** Whose form it is. */
  clinicId: string;
  /** The lines of the treatment's template, in their order. */
  lines: readonly OfferLine[];
  /** What stands in the form when it is opened. */
  typed: TypedOffer;
  /** The clinic's own answers for this treatment. */
  reusable: ReadonlyArray<Pick<Reusable, 'id' | 'name'>>;
  /** Files that the form names. */
  files: OfferFilesProps['kept'];
  /** And how many of them are not there any more. */
  filesGone: number;
  /** The live offer that it changes; null makes one. */
  revises: boolean;
}

/** What a clinic offers; kept while it is typed. */
export function OfferForm(props: OfferFormProps) {
  const path = `/clinic/request/${props.leadId}`;
  const round = useFreshForm(formId, path, props.typed);
  return <Fields key={round} {...props} path={path} />;
}

function Fields({ path, ...props }: OfferFormProps & { path: string }) {
  const t = useText();
  const { typed, revises, clinicId, lines } = props;
  const name = revises ? 'revise' : 'send';
  const { answer, reply, pending } = useIntent(name);
  const [form, fields] = useForm<TypedOffer>({
    id: formId,
    lastResult: reply,
    defaultValue: typed,
  });
  // What was refused comes back as it was sent.
  const shown = (reply?.initialValue as TypedOffer | null | undefined) ?? typed;
  const keeping = useKeptForm({
    formId,
    owner: clinicId,
    answer,
    path,
    intent: 'keep',
    pauseMs: 1_500,
  });
  const { missing, hydrated, onInput } = useReady(typed);
  const files = useOfferFiles(formId, props.files);
  return (
    // The fragment shows the form again, also on a phone, where it could not be sent.
    <Form
      method="post"
      action={`${path}#offer`}
      {...getFormProps(form)}
      onInput={onInput}
      encType={hydrated ? undefined : 'multipart/form-data'}
      noValidate
      className="space-y-4"
    >
      <ErrorSummary form={form} />
      <Beginnings path={path} reusable={props.reusable} />
      <Amounts fields={fields} />
      <TextAreaField
        meta={fields.message}
        label={t('clinic.offer.message')}
        hint={t('clinic.offer.message_hint')}
        maxLength={4_000}
      />
      <OfferItems form={form} lines={lines} typed={shown.items ?? {}} />
      <OfferTerms form={form} fields={fields} typed={shown} />
      <WhoAndWhen fields={fields} />
      <OfferFiles
        {...files}
        id={fields.attachments.id}
        errors={fields.attachments.errors}
        gone={props.filesGone}
        hydrated={hydrated}
      />
      <KeptStatus state={keeping} signIn={signInTo(path)} />
      <Send intent={name} {...{ missing, pending }} sending={files.sending} />
      <WhatsAppLink formId={formId} treatment={props.treatment} typed={typed} />
    </Form>
  );
}

interface SendProps {
  intent: 'send' | 'revise';
  /** What must be there and is not. */
  missing: ReturnType<typeof useReady>['missing'];
  pending: boolean;
  /** Files are on their way. */
  sending: boolean;
}

function Send({ intent, missing, pending, sending }: SendProps) {
  const t = useText();
  const onTheirWay = sending && t('clinic.offer.files_on_their_way');
  return (
    <Button
      full
      name="intent"
      value={intent}
      pending={pending}
      blocked={missing ? t(`clinic.offer.missing.${missing}`) : onTheirWay}
    >
      {t(`clinic.offer.${intent}`)}
    </Button>
  );
}

type OfferFields = ReturnType<typeof useForm<TypedOffer>>[1];

/** The price, and what it is said to be below. */
function Amounts({ fields }: { fields: OfferFields }) {
  const t = useText();
  const typing = { inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
        <TextField meta={fields.amount} label={t('clinic.offer.amount')} {...typing} />
        <SelectField
          meta={fields.currency}
          label={t('clinic.offer.currency')}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      </div>
      <TextField
        meta={fields.listPrice}
        label={t('clinic.offer.list_price')}
        hint={t('clinic.offer.list_price_hint')}
        {...typing}
        optional
      />
    </>
  );
}

/** Who treats, and from when on. */
function WhoAndWhen({ fields }: { fields: OfferFields }) {
  const t = useText();
  return (
    <>
      <TextField meta={fields.doctorName} label={t('clinic.offer.doctor')} optional />
      <TextField
        meta={fields.earliestDate}
        label={t('clinic.offer.earliest')}
        type="date"
        optional
      />
      <TextField meta={fields.availability} label={t('clinic.offer.availability')} optional />
    </>
  );
}

/** What an offer still needs before it can be sent. Without a script nothing keeps from sending. */
function useReady(typed: TypedOffer) {
  const hydrated = useHydrated();
  const [missing, setMissing] = useState(missingOf(typed.amount, typed.message));
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const values = new FormData(currentTarget);
    setMissing(missingOf(String(values.get('amount')), String(values.get('message'))));
  };
  return { missing: hydrated ? missing : null, hydrated, onInput };
}

function missingOf(amount: string | undefined, message: string | undefined) {
  if (!amount?.trim()) return message?.trim() ? 'amount' : 'both';
  return message?.trim() ? null : 'message';
}

/** Answers that the clinic keeps: one click fills the form. */
function Beginnings({ path, reusable }: { path: string } & Pick<OfferFormProps, 'reusable'>) {
  const t = useText();
  return (
    <p className="text-sm">
      {reusable.length > 0 ? `${t('clinic.offer.begin')} ` : null}
      {reusable.map(({ id, name }) => (
        <span key={id}>
          <Link to={`${path}?from=${id}#offer`} preventScrollReset className="link wrap-anywhere">
            {name}
          </Link>
          {' · '}
        </span>
      ))}
      <Link to="/clinic/templates" className="link">
        {t('clinic.offer.templates')}
      </Link>
    </p>
  );
}

interface WhatsAppLinkProps {
  formId: string;
  treatment: string;
  typed: TypedOffer;
}

/** The proposal as a prefilled text; without a script it says what is typed once the form has been kept with it. To whom it goes is the clinic's to choose: before it is chosen nobody's number is known. */
function WhatsAppLink({ formId, treatment, typed }: WhatsAppLinkProps) {
  const t = useText();
  const addressOf = (amount = '', currency = 'USD', message = ''): string => {
    // Of the form when the page came: no blank where nothing was typed yet.
    const words =
      amount.trim() === ''
        ? `${t('clinic.bid.whatsapp_text', { treatment })} ${message}`
        : t('clinic.offer.whatsapp_text', { treatment, amount, currency, message });
    return whatsAppAddress({ words });
  };
  // What stands in the form now, not when the page came.
  const onClick = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    const form = document.getElementById(formId) as HTMLFormElement | null;
    const values = new FormData(form ?? undefined);
    const value = (name: string) => String(values.get(name) ?? '');
    currentTarget.href = addressOf(value('amount'), value('currency'), value('message'));
  };
  const [search] = useSearchParams();
  return (
    <>
      {/* A form may not lead to another site: it is kept, and the link comes back with its words. */}
      <noscript>
        {search.has('whatsapp') ? (
          <p role="status" className="mb-4">
            {t('clinic.offer.whatsapp_ready')}
          </p>
        ) : null}
        <Button variant="quiet" full name="intent" value="prepare-whatsapp">
          {t('clinic.offer.whatsapp_prepare')}
        </Button>
      </noscript>
      <a
        href={addressOf(typed.amount, typed.currency, typed.message)}
        onClick={onClick}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonStyle({ variant: 'secondary', full: true })}
      >
        <MessageCircle aria-hidden="true" className="size-5" />
        {t('clinic.offer.whatsapp')}
      </a>
    </>
  );
}
