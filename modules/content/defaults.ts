import type { SiteContent } from './contract';

const unconfirmed = { confirmed: false };

/**
 * What the site says until staff change it: figures, counts and badges of the product specification, and three
 * examples of testimonials without a name. Production leaves all of it out until somebody vouches for it.
 */
export const defaultContent: SiteContent = {
  figures: [
    { key: 'patients', value: '50K+', ...unconfirmed },
    { key: 'clinics', value: '1,200+', ...unconfirmed },
    { key: 'countries', value: '85+', ...unconfirmed },
    { key: 'success', value: '98%', ...unconfirmed },
  ],
  popularTreatments: [
    { name: 'Dental', picture: 'dental', count: '2,500+', ...unconfirmed },
    { name: 'Hair transplant', picture: 'hair', count: '1,800+', ...unconfirmed },
    { name: 'Cosmetic surgery', picture: 'cosmetic', count: '1,200+', ...unconfirmed },
    { name: 'Dermatology', picture: 'dermatology', count: '900+', ...unconfirmed },
    { name: 'Eye surgery', picture: 'eye', count: '600+', ...unconfirmed },
    { name: 'Orthopedics', picture: 'joint', count: '400+', ...unconfirmed },
  ],
  testimonials: [
    {
      quote:
        'I had four offers to compare after two days, and paid 40% less than I was quoted at home.',
      attribution: '',
      ...unconfirmed,
    },
    {
      quote: 'I knew the doctor, the price and what was included before I booked a flight.',
      attribution: '',
      ...unconfirmed,
    },
    {
      quote: 'Nobody had my number. I read the offers at night and answered when I was ready.',
      attribution: '',
      ...unconfirmed,
    },
  ],
  badges: [
    { label: 'SSL Secured', ...unconfirmed },
    { label: 'HIPAA Compliant', ...unconfirmed },
    { label: 'Verified Clinics', ...unconfirmed },
  ],
  contact: { email: null, phone: null, address: null },
};
