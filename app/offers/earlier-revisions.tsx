import type { OfferInFull } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { When } from '../components/date-time';
import { LineState, CalendarDay, Price } from './offer-facts';
import { Section } from './offer-body';

type Revision = OfferInFull['revisions'][number];

/** What an offer said from when on, newest first, each with what it changed and how that read before. */
export function EarlierRevisions({ offer: { revisions } }: { offer: OfferInFull }) {
  const t = useText();
  if (revisions.length < 2) return null;
  return (
    <Section title={t('offers.revisions.title')}>
      <ol className="divide-y divide-line">
        {revisions.map((revision, index) => (
          <li key={revision.revision} className="py-3 wrap-anywhere">
            <p className="font-semibold">
              {t('offers.revisions.number', { number: revision.revision })}{' '}
              <span className="text-sm font-normal text-ink-soft">
                <When date={revision.at} format="datetime" />
              </span>
            </p>
            <Changes revision={revision} before={revisions[index + 1]} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Changes({ revision, before }: { revision: Revision; before: Revision | undefined }) {
  const t = useText();
  if (!before)
    return (
      <p className="text-sm text-ink-soft">
        {t('offers.revisions.first')} <Price offer={revision} />
      </p>
    );
  const { changed, changedLines } = revision;
  return (
    <ul className="mt-1 list-disc space-y-1 ps-5 text-sm">
      {changed.map((part) =>
        part === 'lines' ? (
          revision.items
            .filter(({ key }) => changedLines.includes(key))
            .map((item) => (
              <li key={item.key}>
                {t(`offers.item.${item.key}`)}: <LineState item={item} offer={revision} />{' '}
                <Before>
                  <LineState
                    item={before.items.find(({ key }) => key === item.key)}
                    offer={before}
                  />
                </Before>
              </li>
            ))
        ) : (
          <li key={part} className="first-letter:uppercase">
            {t(`offers.part.${part}`)}: <Value part={part} revision={revision} />{' '}
            <Before>
              <Value part={part} revision={before} />
            </Before>
          </li>
        ),
      )}
    </ul>
  );
}

function Before({ children }: { children: React.ReactNode }) {
  const t = useText();
  return (
    <span className="text-ink-soft">
      ({t('offers.revisions.before')} {children})
    </span>
  );
}

/** One part of what a revision said. */
function Value({ part, revision }: { part: Revision['changed'][number]; revision: Revision }) {
  const t = useText();
  const none = t('offers.state.not-stated');
  switch (part) {
    case 'price':
    case 'list-price':
      return <Price offer={revision} />;
    case 'earliest':
      return revision.earliestDate ? <CalendarDay date={revision.earliestDate} /> : none;
    case 'doctor':
      return revision.doctorName ?? none;
    case 'availability':
      return revision.availability ?? none;
    case 'attachments':
      return t('offers.revisions.files', { count: revision.attachments.length });
    default:
      return <q className="whitespace-pre-line">{revision.message}</q>;
  }
}
