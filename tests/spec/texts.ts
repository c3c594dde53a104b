/** A text that the product promises word for word, and the page or call that shows it. */
export interface TextRow {
  readonly text: string;
  /** Path of the page (`/login`), or of the call (`/api/auth/verify-code`). */
  readonly shownBy: string;
}

/** A text of a screen that a later step of the plan brings; the list only shrinks. */
export interface PendingRow {
  readonly text: string;
  readonly pending: string;
}

const row = (shownBy: string, ...texts: string[]): TextRow[] =>
  texts.map((text) => ({ text, shownBy }));

const clinicSignIn = [
  'Phone',
  'Verify',
  'Info',
  'Documents',
  'Please agree to Terms and Conditions',
  'Please enter a valid phone number',
  'Please enter the complete 6-digit code',
  'Failed to send verification code',
  'Invalid verification code',
  'Failed to complete registration',
  'Failed to resend code',
  'Network error. Please try again.',
];

export const texts: TextRow[] = [
  ...row('/', 'Start Consultation', 'Get Started Free', 'Get Started', 'Join as Clinic'),
  ...row('/how-it-works', 'Get Started', 'Join as Medical Professional'),
  ...row(
    '/login',
    'Please agree to Terms and Conditions',
    'Please enter a valid phone number',
    'Please enter the complete 6-digit code',
    'An unexpected error occurred. Please try again.',
    'Failed to resend code. Please try again.',
    'Network error. Please check your connection and try again.',
  ),
  ...row('/register', 'Please agree to Terms and Conditions', 'Please enter a valid phone number'),
  ...row(
    '/api/auth/send-code',
    'Please enter a valid phone number',
    'Failed to send verification code',
  ),
  ...row(
    '/api/auth/verify-code',
    'Invalid verification code',
    'Please enter the complete 6-digit code',
  ),
  ...row('/api/auth/resend-code', 'Failed to resend code'),
  ...row('/api/auth/complete-registration', 'Failed to complete registration'),
  ...row('/api/auth/update-profile', 'Profile updated successfully!', 'Failed to update profile'),
  ...row(
    '/consultation/photos',
    'Camera access is required to take photos. Please allow camera permission and try again.',
  ),
  ...row(
    '/consultation/summary',
    'No locations selected',
    'Submit Request',
    'Failed to submit treatment request',
    'Network error. Please try again.',
  ),
  ...row(
    '/my-offers',
    'My Treatment Requests',
    'No active requests',
    'Create Request',
    'No completed requests',
    'View Details',
    'View Offers',
    'Pending Review',
    'Under Review',
    'Offers Received',
    'Completed',
    'Cancelled',
    'Unknown',
    'Failed to fetch treatment requests',
    'Network error. Please try again.',
  ),
  ...row('/offer/:id', 'Contact Clinic', 'Call'),
  ...row('/offer/sample', 'Contact Clinic', 'Call'),
  ...row(
    '/profile',
    'No email provided',
    'No phone provided',
    'User',
    'Verified Account',
    'Total Requests',
    'Completed',
    'In Progress',
    'Total Offers',
    '...',
    'Recent Activity',
    'View All',
    'Account Status',
    'Account Verified',
    'Notifications Active',
    'Sign Out',
  ),
  ...row(
    '/profile/personal',
    'Phone number cannot be changed for security reasons',
    'Saving...',
    'Profile updated successfully!',
    'Failed to update profile',
    'Network error. Please try again.',
  ),
  ...row(
    '/profile/support',
    'Live Chat',
    'Phone Support',
    'Email Support',
    'Video Call',
    'Send Message',
    "Your message has been sent! We'll get back to you soon.",
  ),
  ...row('/clinic-login', ...clinicSignIn),
  ...row('/clinic-register', ...clinicSignIn),
  ...row(
    '/clinic/pending-approval',
    'Application Status',
    'Application Approved!',
    'Application Rejected',
    'Application Under Review',
    'Account Suspended',
    'Check Status',
    'Last checked',
    'Back to Login',
  ),
  ...row(
    '/clinic/dashboard',
    'Lead Exchange',
    'New Leads',
    'Active Bids',
    'Won Deals',
    'No completed deals yet',
    'Browse New Leads',
    'Clear All Filters',
    'View & Bid',
    '{n} clinics bidding',
    'View Conversation',
    'Schedule',
    'Just now',
    'Offer sent successfully!',
  ),
  ...row('/clinic/profile', 'Sign Out'),
  ...row(
    '/clinic/request/:id',
    'Hemen Teklif Gönder',
    'Send Offer',
    'Send via WhatsApp',
    'Please fill in all fields',
    'Some files were not uploaded. Please ensure files are images, PDFs, or documents under 10MB.',
  ),
];

export const pendingTexts: PendingRow[] = [];
