import type { AskDto, AskState } from '#contracts/leads';
import { Card } from '#app/components/card';
import { When } from '#app/components/date-time';
import { Link } from '#app/components/link';
import { StatusTag } from '#app/components/status-tag';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';

const tones: Record<AskState, 'info' | 'ok' | 'neutral'> = {
  waiting: 'neutral',
  held: 'info',
  open: 'info',
  answered: 'ok',
  refused: 'neutral',
  ended: 'neutral',
};

/** The clinics that a request asks, and what became of each; nothing where it asks none. */
export function AskedClinics({ asked }: { asked: readonly AskDto[] }) {
  const t = useText();
  if (asked.length === 0) return null;
  return (
    <Card as="section">
      <h2 className="mb-4 text-lg">{t('leads.asked.title')}</h2>
      <ul className="divide-y divide-line">
        {asked.map((one) => (
          <li key={one.clinic._id} className="py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              {one.clinic.slug ? (
                <Link
                  to={`/find-clinics/${one.clinic.slug}`}
                  className="link min-w-0 wrap-anywhere"
                >
                  {one.clinic.clinicName}
                </Link>
              ) : (
                <span className="min-w-0 wrap-anywhere">{one.clinic.clinicName}</span>
              )}
              <StatusTag tone={tones[one.state]}>{t(`leads.asked.state.${one.state}`)}</StatusTag>
            </div>
            <p className="mt-1 text-sm text-ink-soft">
              <WhatBecame ask={one} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function WhatBecame({ ask: { state, keptUntil, reason } }: { ask: AskDto }) {
  const t = useText();
  if (keptUntil)
    return (
      <Rich
        id="leads.asked.held_text"
        components={{ when: <When date={keptUntil} format="datetime" /> }}
      />
    );
  return (
    <>
      {reason ? `${t(`leads.asked.reason.${reason}`)} ` : null}
      {t(`leads.asked.text.${state}`)}
    </>
  );
}
