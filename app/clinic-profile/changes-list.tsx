import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { VerifiedPoint } from '#contracts/clinic-onboarding';
import { labelKey, type Specialty } from '#contracts/consultation';
import { useIntent } from '#app/auth/use-intent';
import { Rich } from '#app/i18n/rich';
import { useFormats, type Formats } from '#app/i18n/use-formats';
import { useText, type Text } from '#app/i18n/use-text';
import { FormWords } from '../auth/form-failure';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { StatusTag } from '../components/status-tag';
import { pointLabels } from './point-labels';

type Words = { t: Text } & Pick<Formats, 'list'>;
type Value = string | readonly string[];

interface Point {
  point: VerifiedPoint;
  value: Value;
}

interface ChangesListProps {
  /** What patients see. */
  shown: readonly Point[];
  changes: ReadonlyArray<Point & { askedAt: Date }>;
  refusals: ReadonlyArray<Point & { decidedAt: Date; reason: string }>;
}

/** Changes that wait for their check, and those that were not accepted, each with what patients see meanwhile. */
export function ChangesList({ shown, changes, refusals }: ChangesListProps) {
  const t = useText();
  const words = { t, list: useFormats().list };
  const { reply } = useIntent('take-back');
  if (changes.length === 0 && refusals.length === 0) return null;
  const now = (point: VerifiedPoint) =>
    inWords(words, shown.find((one) => one.point === point)?.value ?? '');
  return (
    <section className="mb-8">
      <h2 className="mb-3 text-lg">{t('clinic.profile.verified.changes')}</h2>
      <FormWords words={reply?.error?.[''] ?? []} />
      <ul className="space-y-3">
        {changes.map(({ point, value, askedAt }) => (
          <Card as="li" key={point}>
            <Heading point={point}>
              <StatusTag tone="info">{t('clinic.profile.verified.waiting')}</StatusTag>
            </Heading>
            <Values now={now(point)} wanted={inWords(words, value)} />
            <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
              <p className="text-sm text-ink-soft">
                <Rich
                  id="clinic.profile.verified.asked_at"
                  components={{ when: <When date={askedAt} format="datetime" /> }}
                />
              </p>
              <TakeBack point={point} />
            </div>
          </Card>
        ))}
        {refusals.map(({ point, value, decidedAt, reason }) => (
          <Card as="li" key={point}>
            <Heading point={point}>
              <StatusTag tone="danger">{t('clinic.profile.verified.refused')}</StatusTag>
            </Heading>
            <Values now={now(point)} wanted={inWords(words, value)} />
            <p className="mt-2 border-t border-line pt-2 whitespace-pre-line wrap-anywhere">
              <span className="font-semibold">{t('clinic.document.note')}</span> {reason}
            </p>
            <p className="mt-1 text-sm text-ink-soft">
              <When date={decidedAt} format="datetime" />
            </p>
          </Card>
        ))}
      </ul>
    </section>
  );
}

const inWords = ({ t, list }: Words, value: Value): string =>
  typeof value === 'string'
    ? value
    : list(value.map((one) => t(labelKey('specialty', one as Specialty))));

const Heading = ({ point, children }: { point: VerifiedPoint; children: ReactNode }) => {
  const t = useText();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="text-base font-semibold">{t(pointLabels[point])}</h3>
      {children}
    </div>
  );
};

function Values({ now, wanted }: { now: string; wanted: string }) {
  const t = useText();
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <div>
        <dt className="text-sm text-ink-soft">{t('clinic.profile.verified.shown')}</dt>
        <dd className="wrap-anywhere">{now}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-soft">{t('clinic.profile.verified.wanted')}</dt>
        <dd className="wrap-anywhere">{wanted}</dd>
      </div>
    </dl>
  );
}

function TakeBack({ point }: { point: VerifiedPoint }) {
  const t = useText();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="point" value={point} />
      <Button name="intent" value="take-back" variant="quiet">
        {t('clinic.profile.verified.take_back')}
        <span className="sr-only"> {t(pointLabels[point])}</span>
      </Button>
    </Form>
  );
}
