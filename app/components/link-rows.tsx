import { ChevronRight } from 'lucide-react';
import { Link } from './link';
import { Card } from './card';

interface LinkRowsProps {
  title: string;
  rows: ReadonlyArray<{ to: string; name: string; text: string }>;
}

/** Where to go from here, each with what is found there. */
export const LinkRows = ({ title, rows }: LinkRowsProps) => (
  <Card as="section">
    <h2 className="mb-2 text-lg">{title}</h2>
    <ul className="divide-y divide-line">
      {rows.map(({ to, name, text }) => (
        <li key={to}>
          <Link to={to} className="group flex min-h-14 items-center gap-3 py-2 no-underline">
            <span className="grow">
              <span className="block font-semibold group-hover:underline">{name}</span>
              <span className="block text-sm text-ink-soft">{text}</span>
            </span>
            <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100 text-ink-soft" />
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);
