import type { StoredContent } from './contract';

const unconfirmed = { confirmed: false };

/**
 * What the site says until staff change it: figures, counts and badges, and three
 * examples of testimonials without a name. All of it is left out of the site until a member of staff confirms it.
 */
export const defaultContent: StoredContent = {
  announcements: [],
  figures: [
    { key: 'patients', source: 'configured', value: '50K+', ...unconfirmed },
    { key: 'clinics', source: 'configured', value: '1,200+', ...unconfirmed },
    { key: 'countries', source: 'configured', value: '85+', ...unconfirmed },
    { key: 'success', source: 'configured', value: '98%', ...unconfirmed },
  ],
  popularTreatments: [
    { name: { en: 'Dental', tr: 'Diş' }, picture: 'dental', count: '2,500+', ...unconfirmed },
    {
      name: { en: 'Hair transplant', tr: 'Saç ekimi' },
      picture: 'hair',
      count: '1,800+',
      ...unconfirmed,
    },
    {
      name: { en: 'Cosmetic surgery', tr: 'Estetik cerrahi' },
      picture: 'cosmetic',
      count: '1,200+',
      ...unconfirmed,
    },
    {
      name: { en: 'Dermatology', tr: 'Dermatoloji' },
      picture: 'dermatology',
      count: '900+',
      ...unconfirmed,
    },
    {
      name: { en: 'Eye surgery', tr: 'Göz cerrahisi' },
      picture: 'eye',
      count: '600+',
      ...unconfirmed,
    },
    {
      name: { en: 'Orthopedics', tr: 'Ortopedi' },
      picture: 'joint',
      count: '400+',
      ...unconfirmed,
    },
  ],
  testimonials: [
    {
      quote: {
        en: 'I had four offers to compare after two days, and paid 40% less than I was quoted at home.',
        tr: 'İki gün sonra karşılaştırabileceğim dört teklifim vardı ve ülkemde istenenden %40 daha az ödedim.',
      },
      attribution: '',
      ...unconfirmed,
    },
    {
      quote: {
        en: 'I knew the doctor, the price and what was included before I booked a flight.',
        tr: 'Uçak biletimi almadan önce doktoru, fiyatı ve nelerin dahil olduğunu biliyordum.',
      },
      attribution: '',
      ...unconfirmed,
    },
    {
      quote: {
        en: 'Nobody had my number. I read the offers at night and answered when I was ready.',
        tr: 'Numaram kimsede yoktu. Teklifleri gece okudum, hazır olduğumda yanıtladım.',
      },
      attribution: '',
      ...unconfirmed,
    },
  ],
  badges: [
    { label: { en: 'SSL Secured', tr: 'SSL Güvenli' }, ...unconfirmed },
    { label: { en: 'HIPAA Compliant', tr: 'HIPAA Uyumlu' }, ...unconfirmed },
    { label: { en: 'Verified Clinics', tr: 'Doğrulanmış Klinikler' }, ...unconfirmed },
  ],
  contact: { email: null, phone: null, address: null },
};
