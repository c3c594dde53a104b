/** A number that the product promises, and the one place of the source that sets it. */
export interface ConstantRow {
  readonly what: string;
  readonly file: string;
  readonly says: RegExp;
}

const row = (what: string, file: string, says: RegExp): ConstantRow => ({ what, file, says });

export const constants: ConstantRow[] = [
  row('a code has 6 digits', 'modules/identity/codes/budgets.server.ts', /\\d\{6\}/),
  row('resend after 46 s', 'modules/identity/values.ts', /resendCountdownSeconds = 46\b/),
  row('7 steps', 'modules/consultation/values.ts', /number: 7,[^\n]+\n\] as const/),
  row('progress of 6', 'modules/consultation/values.ts', /countedSteps = 6\b/),
  row('auto-advance 300 ms', 'modules/consultation/values.ts', /autoAdvanceMs = 300\b/),
  row('landing 3000 ms, three times', 'design/base.css', /animation: turn 9s linear/),
  row('landing fade 300 ms, of 9 s', 'design/base.css', /  3\.333%,\n  33\.333% \{/),
  row(
    'photo maximum',
    'platform/files/upload/read-upload.server.ts',
    /maxFileBytes = 10_485_760\b/,
  ),
  row('camera quality 0.8', 'app/photos/camera-dialog.tsx', /captureQuality = 0\.8\b/),
  row('4 thumbnails', 'app/routes/_patient+/consultation.summary.tsx', /shownAtMost = 4\b/),
  row(
    'redirect after save 1.5 s',
    'app/routes/_patient+/profile.personal.tsx',
    /goBackAfterMs = 1_500\b/,
  ),
  row(
    'phones default to the US',
    'modules/identity/phone.ts',
    /defaultCountry: CountryCode = 'US'/,
  ),
  row(
    'default clinic country United States',
    'modules/clinic-onboarding/values.ts',
    /defaultCountry = 'United States'/,
  ),
  row('phone input of 250', 'modules/identity/phone.ts', /phoneInputLimit = 250\b/),
  row('dates in en-US', 'app/i18n/formats.ts', /Intl\.DateTimeFormat\(locale/),
  row('short month', 'app/i18n/formats.ts', /month: 'short'/),
  row('50K+ patients', 'modules/content/queries.server.ts', /'50K\+'/),
  row(
    '1,200+ clinics',
    'modules/content/queries.server.ts',
    /key: 'clinics', [^}]*value: '1,200\+'/,
  ),
  row('85+ countries', 'modules/content/queries.server.ts', /'85\+'/),
  row('98% success', 'modules/content/queries.server.ts', /'98%'/),
  row('up to 70%', 'languages/en/messages/landing.json', /up to 70%/i),
  row('offers in 24-48 hours', 'languages/en/messages/landing.json', /24-48 hours/),
  row('review 24-48 hours', 'languages/en/messages/public.json', /24-48 hours/),
  row('review 1-3 business days', 'languages/en/messages/clinic.json', /1-3 business days/),
  row('review 24-48 hours on the application', 'languages/en/messages/clinic.json', /24-48 hours/),
  row('approval refresh 30 s', 'app/clinic/status-card.tsx', /refreshMs = 30_000/),
  row('clinic document of 10 MB stated', 'languages/en/messages/clinic.json', /at most 10 MB each/),
  row(
    'clinic document of 10 MB',
    'platform/files/upload/read-upload.server.ts',
    /maxFileBytes = 10_485_760/,
  ),
  row(
    'attachment maximum 10,485,760 bytes',
    'platform/files/upload/read-upload.server.ts',
    /maxFileBytes = 10_485_760/,
  ),
  row(
    'attachment picker: images, .pdf, .doc, .docx, .txt',
    'modules/attachments/values.ts',
    /acceptedAttachments = 'image\/jpeg,image\/png,image\/webp,\.pdf,\.doc,\.docx,\.txt'/,
  ),
  row('new demo lead every 30 s', 'workflows/demo/arrivals.ts', /every = seconds\(30\)/),
  row('highlight 5 s', 'app/exchange/use-arrivals.ts', /highlightMs = 5_000\b/),
  row('animated border 60 s', 'app/exchange/use-arrivals.ts', /borderMs = 60_000\b/),
  row('notification volume 0.5', 'app/exchange/use-arrivals.ts', /volume = 0\.5\b/),
  row('beep of 800 Hz', 'app/exchange/use-arrivals.ts', /beepHertz = 800\b/),
  row('beep of 0.3 s', 'app/exchange/use-arrivals.ts', /beepSeconds = 0\.3\b/),
  row(
    'budget filter buckets',
    'modules/exchange/values.ts',
    /budgetBuckets = \['under-1000', '1000-5000', '5000-10000', 'over-10000'\]/,
  ),
  row(
    'date filters',
    'modules/exchange/values.ts',
    /dateRanges = \['today', 'yesterday', 'this-week', 'this-month'\]/,
  ),
  row(
    'treatment filters',
    'modules/exchange/values.ts',
    /'Dental Treatment',\n\s+'Hair Transplant',\n\s+'Cosmetic Surgery',\n\s+'Dermatology',\n\] as const/,
  ),
  row(
    'location filters',
    'modules/consultation/catalogue.ts',
    /cities = \['Istanbul', 'Ankara', 'Antalya'\]/,
  ),
  row(
    'priority filters',
    'modules/consultation/catalogue.ts',
    /priorities = \['high', 'medium', 'low'\]/,
  ),
  row('support 2-4 hours on its page', 'languages/en/messages/support.json', /2-4 hours/),
  row('support 2-4 hours', 'languages/en/messages/common.json', /2-4 hours/),
  row('legal texts of January 2024', 'languages/en/content/privacy.md', /January 2024/),
];
