/** What the API says against a group of choices. */
export const FaultText = ({ fault }: { fault: string | null }) =>
  fault === null ? null : <p className="mt-1 text-danger">{fault}</p>;
