/** Info, as the form of the registration sends it. */
export const clinicForm = {
  intent: 'info',
  clinicName: 'Marmara Smile',
  doctorName: 'Dr. Ada Kaya',
  email: 'marmara@example.com',
  address: '12 Istiklal Avenue',
  city: 'Istanbul',
  country: 'Turkey',
  website: '',
  specialties: ['Dental Treatment', 'Other'],
  licenseNumber: 'TR-1',
  experience: '5-10',
  description: 'Two chairs.',
};
