/** Two-sided p of the Mann-Whitney rank test, by its normal approximation with mid-ranks for ties. */
export function mannWhitneyP(a: readonly number[], b: readonly number[]): number {
  const all = [
    ...a.map((value) => ({ value, own: true })),
    ...b.map((value) => ({ value, own: false })),
  ];
  all.sort((x, y) => x.value - y.value);
  let [rankSum, ties, from] = [0, 0, 0];
  while (from < all.length) {
    let to = from;
    while (to < all.length && all[to]!.value === all[from]!.value) to += 1;
    const size = to - from;
    for (let at = from; at < to; at += 1) if (all[at]!.own) rankSum += (from + to + 1) / 2;
    ties += size ** 3 - size;
    from = to;
  }
  const [n, m, sum] = [a.length, b.length, all.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (sum + 1 - ties / (sum * (sum - 1)));
  if (variance === 0) return 1;
  return 2 * (1 - normal(Math.abs(u - (n * m) / 2) / Math.sqrt(variance)));
}

/** The normal distribution function (Abramowitz and Stegun 26.2.17; error below 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
