import { useText } from '#app/i18n/use-text';

export interface OfferedApp {
  /** base32. */
  readonly secret: string;
  /** `otpauth://…`, for an app on the same device. */
  readonly uri: string;
  readonly qr: { readonly size: number; readonly path: string };
}

/** The secret three ways: to scan, to open on this device, to type. */
export function TotpSecret({ offer: { secret, uri, qr } }: { offer: OfferedApp }) {
  const t = useText();
  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:items-start">
      <svg
        role="img"
        aria-label={t('staff.enrol.qr')}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-48 shrink-0 rounded-md border border-line forced-color-adjust-none"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <div className="space-y-3">
        <p>{t('staff.enrol.scan')}</p>
        <p>
          <a href={uri} className="font-semibold text-brand underline">
            {t('staff.enrol.open_app')}
          </a>
        </p>
        <p className="text-ink-soft">{t('staff.enrol.type')}</p>
        <p translate="no" className="font-mono text-lg break-words">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
    </div>
  );
}
