/** A text of several lines as a list with a point for each. */
export function TextLines({ text, className = '' }: { text: string; className?: string }) {
  return (
    <ul className={`mt-2 list-disc space-y-2 ps-5 ${className}`}>
      {text.split('\n').map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
