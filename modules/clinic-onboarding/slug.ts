import { normalized } from '#platform/text/text';

/** Letters that lose nothing but their look when they are written without it, where NFKD does not do it. */
const letters: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h' },
  // Cyrillic and Greek, letter by letter.
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts' },
  ...{
    ч: 'ch',
    ш: 'sh',
    щ: 'shch',
    ъ: '',
    ы: 'y',
    ь: '',
    э: 'e',
    ю: 'yu',
    я: 'ya',
    і: 'i',
    є: 'ye',
  },
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l' },
  ...{ μ: 'm', ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f' },
  ...{ χ: 'ch', ψ: 'ps', ω: 'o' },
};

const longest = 60;

/** What a name becomes in an address: small Latin letters, digits and single hyphens; `clinic` where none is left. */
export function slugOf(name: string): string {
  const plain = normalized(name.toLowerCase(), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’`]/g, '')
    .replace(/[^\x20-\x7e]/g, (letter) => letters[letter] ?? ' ');
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, longest);
  return words.replace(/^-+|-+$/g, '') || 'clinic';
}
