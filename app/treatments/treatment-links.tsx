import type { Category } from '#contracts/consultation';
import { Link } from '#app/components/link';
import { beginPath } from './begin-path';

interface TreatmentLinksProps {
  category: Category;
  treatments: ReadonlyArray<{ slug: string; label: string; hasPage: boolean }>;
}

/** The treatments of a category, each to its page; one that can only be described, to where that is done. */
export function TreatmentLinks({ category, treatments }: TreatmentLinksProps) {
  return (
    <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
      {treatments.map(({ slug, label, hasPage }) => (
        <li key={slug}>
          <Link
            to={hasPage ? `/treatments/${category}/${slug}` : beginPath(slug)}
            className="inline-flex min-h-9 items-center text-ink-soft hover:text-brand hover:underline"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
