import { useText } from '#app/i18n/use-text';

interface JourneyProps {
  /** Keys `<name>.title` and `<name>.<n>.title`, `<name>.<n>.text` for n from 1 to 6. */
  name: string;
}

const numbers = [1, 2, 3, 4, 5, 6];

/** Six steps of one side of the marketplace. */
export function Journey({ name }: JourneyProps) {
  const t = useText();
  return (
    <section className="shell py-12 sm:py-16">
      <h2 className="text-2xl sm:text-3xl">{t(`${name}.title`)}</h2>
      <ol className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {numbers.map((number) => (
          <li key={number} className="border-t-2 border-brand pt-4">
            <span aria-hidden="true" className="tnum font-bold text-brand">
              {number}
            </span>
            <h3 className="mt-1 text-lg">{t(`${name}.${number}.title`)}</h3>
            <p className="mt-1 text-ink-soft">{t(`${name}.${number}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
