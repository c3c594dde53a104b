import { Form, useNavigation } from '@remix-run/react';
import type { Apart } from '#contracts/offers';
import type { Asked, ShownOffer } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { differenceWords } from './difference-words';

interface PlansApartProps {
  leadId: string;
  /** Lines that open offers count so differently that it is worth asking why. */
  apart: readonly Apart[];
  offers: readonly ShownOffer[];
  asked: Asked['apart'];
  /** Why no clinic could be asked. */
  refused: readonly string[] | null | undefined;
}

/** Where the plans of open offers lie apart, side by side, with the question to ask. Who is right is not for us to say. */
export function PlansApart({ leadId, apart, offers, asked, refused }: PlansApartProps) {
  const t = useText();
  if (apart.length === 0) return null;
  return (
    <Card as="section" id="plans" className="scroll-mt-4 print:border-0 print:p-0">
      <h2 className="text-lg">{t('offers.apart.title')}</h2>
      <p className="measure mt-1 text-ink-soft">{t('offers.apart.lead')}</p>
      {refused ? (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {refused.join(' ')}
        </p>
      ) : null}
      <ul className="mt-4 space-y-5">
        {apart.map((line) => (
          <Line
            key={`${line.key} ${line.unit}`}
            {...{ leadId, line, offers }}
            asked={
              asked.find(({ key, unit }) => key === line.key && unit === line.unit)?.offerIds ?? []
            }
          />
        ))}
      </ul>
    </Card>
  );
}

interface LineProps extends Pick<PlansApartProps, 'leadId' | 'offers'> {
  line: Apart;
  /** Offers whose clinics were asked about it. */
  asked: readonly string[];
}

function Line({ leadId, line, offers, asked }: LineProps) {
  const t = useText();
  const { key, unit, counts } = line;
  const nameOf = (offerId: string) =>
    offers.find(({ _id }) => _id === offerId)?.clinic.clinicName ?? '';
  const largest = Math.max(...counts.map(({ quantity }) => quantity));
  return (
    <li className="border-t border-line pt-4">
      <h3 className="text-base font-semibold">{t(`offers.item.${key}`)}</h3>
      <ul className="measure mt-2 space-y-2">
        {counts.map(({ offerId, quantity }) => (
          <li key={offerId}>
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 wrap-anywhere">{nameOf(offerId)}</span>
              <span className="tnum font-semibold">
                {t(`offers.count.${unit}`, { count: quantity })}
              </span>
            </p>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              className="mt-1 block h-1.5 w-full rounded-full bg-line"
            >
              <rect width={(100 * quantity) / largest} height="1" className="fill-brand" />
            </svg>
            {asked.includes(offerId) ? (
              <Link to={`/conversation/${offerId}`} className="link text-sm">
                {t('offers.ask.asked_of', { clinic: nameOf(offerId) })}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {counts.every(({ offerId }) => asked.includes(offerId)) ? null : (
        <Ask leadId={leadId} line={line} />
      )}
    </li>
  );
}

/** The question in its words, and one tap that sends it to each clinic. */
function Ask({ leadId, line }: Pick<LineProps, 'leadId' | 'line'>) {
  const t = useText();
  const { formData } = useNavigation();
  const pending = formData?.get('key') === line.key && formData.get('unit') === line.unit;
  const [first] = line.counts;
  return (
    <Form method="post" action={`/offers/${leadId}`} className="mt-3 space-y-3 print:hidden">
      <p className="text-sm text-ink-soft">{t('offers.apart.question')}</p>
      <blockquote className="measure border-s-2 border-line-strong ps-3 text-sm whitespace-pre-line">
        {differenceWords(t)(line, first!.quantity)}
      </blockquote>
      <input type="hidden" name="key" value={line.key} />
      <input type="hidden" name="unit" value={line.unit} />
      <Button name="intent" value="ask-apart" variant="secondary" pending={pending}>
        {t('offers.apart.submit', { count: line.counts.length })}
      </Button>
    </Form>
  );
}
