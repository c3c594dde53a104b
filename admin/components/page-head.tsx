import { ArrowLeft } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useResourceContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useText } from '../text';

interface PageHeadProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Where it leads back to: address below `/admin` and words; `list`: to the list of the resource. */
  readonly back?: { readonly to: string; readonly label: string } | 'list';
  /** Beside the title: a state. */
  readonly mark?: ReactNode;
  /** What can be done with the page. */
  readonly children?: ReactNode;
}

/** Where one is; also the title of the browser's tab. */
export function PageHead({ title, lead, back: to, mark, children }: PageHeadProps) {
  const t = useText();
  const resource = useResourceContext();
  const list = { to: `/admin/${resource}`, label: t(`console.${resource}.title`) };
  const back = to === 'list' ? list : to;
  useEffect(() => {
    document.title = t('console.page_title', { page: title });
  }, [t, title]);
  return (
    <header className="mb-5">
      {back ? (
        <Link
          to={back.to}
          className="mb-2 inline-flex items-center gap-1.5 text-brand hover:underline"
        >
          <ArrowLeft size={15} aria-hidden />
          {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="break-words">{title}</h1>
            {mark}
          </div>
          {lead ? <p className="measure mt-1 text-ink-soft">{lead}</p> : null}
        </div>
        {children ? <div className="flex flex-wrap items-center gap-2">{children}</div> : null}
      </div>
    </header>
  );
}
