/**
 * `<clinic-request>`: the first step of a request on a clinic's own site. `/request-form.js` sends what follows as it
 * stands here, so it needs nothing from outside. It stores nothing, sets no cookie and asks no server: its link carries
 * what was chosen behind the `#`, which no server reads.
 */
const css = `:host{display:block;max-width:30rem;line-height:1.5}:host([hidden]){display:none}
*{box-sizing:border-box}section{border:1px solid #747f79;border-radius:12px;padding:1.25rem;background:#fff;color:#14211c;display:grid;gap:1rem}
h2{font-size:1.25em;line-height:1.3;margin:0}p{margin:0}label,legend{font-weight:600;padding:0}
select{display:block;width:100%;min-height:44px;margin-top:.25rem;padding:.5rem;font:inherit;font-weight:400;color:inherit;background:#fff;border:1px solid #747f79;border-radius:8px}
fieldset{border:0;margin:0;padding:0;min-width:0}fieldset label{display:inline-flex;align-items:center;gap:.5rem;min-height:44px;margin-inline-end:1rem;font-weight:400}
input{width:1.25rem;height:1.25rem;accent-color:var(--clinic-request-color,#0f5b51)}
a{display:block;min-height:44px;padding:.625rem 1rem;border-radius:8px;text-align:center;font-weight:600;text-decoration:none;background:var(--clinic-request-color,#0f5b51);color:var(--clinic-request-text,#fff)}
:focus-visible{outline:3px solid var(--clinic-request-color,#0f5b51);outline-offset:2px}small{font-size:.875em;color:#43514b}`;

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const groupOf = ({ id, treatments }, { labels }) =>
  make(
    'optgroup',
    { label: labels[id] },
    ...treatments.map((value) => make('option', { value }, labels[value])),
  );

/** The form of one clinic; `shown` are the categories of its treatments. */
function formFor(clinic, { origin, shown, cities, language, text }) {
  const none = make('option', { value: '' }, text.choose);
  const treatment = make('select', {}, none, ...shown.map((one) => groupOf(one, text)));
  const boxes = cities.map((value) => make('input', { type: 'checkbox', value }));
  const link = make('a', { rel: 'noopener', referrerPolicy: 'origin' }, text.go);
  const onchange = () => {
    const made = new URLSearchParams({ clinic, treatment: treatment.value });
    for (const { checked, value } of boxes) if (checked) made.append('city', value);
    const address = new URLSearchParams({ clinic }).toString();
    link.href = `${origin}/consultation/begin?${address}#choice?${made.toString()}`;
  };
  onchange();
  const places = boxes.map((box) => make('label', {}, box, text.labels[box.value]));
  return make(
    'section',
    { lang: language, dir: text.dir, ariaLabel: text.title, onchange },
    make('h2', {}, text.title),
    make('label', {}, text.treatment, treatment),
    make('fieldset', {}, make('legend', {}, text.cities), ...places),
    make('p', {}, text.next),
    link,
    make('small', {}, text.nothing),
  );
}

/**
 * @param {import('./script.server').FormWords} of per language
 * @public for the script that is made of this text
 */
export function defineClinicRequest({ origin, categories, cities, words }) {
  const name = 'clinic-request';
  if (customElements.get(name)) return;
  class ClinicRequest extends HTMLElement {
    connectedCallback() {
      const clinic = this.getAttribute('clinic');
      // Without a clinic the link of the page stays as it is.
      if (!clinic || this.shadowRoot) return;
      const said = (this.closest('[lang]')?.getAttribute('lang') ?? '').slice(0, 2).toLowerCase();
      const language = said in words ? said : Object.keys(words)[0];
      const own = (this.getAttribute('categories') ?? '').split(' ');
      const some = categories.filter(({ id }) => own.includes(id));
      const shown = some.length > 0 ? some : categories;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      const root = this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [sheet];
      root.append(formFor(clinic, { origin, shown, cities, language, text: words[language] }));
    }
  }
  customElements.define(name, ClinicRequest);
}
