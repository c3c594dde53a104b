import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { someDetails } from '../../modules/clinic-onboarding/testing';
import { ApiBrowser } from '../kit/api-browser';
import { verifiedClinicPhone } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

describe('the details of a registration', () => {
  let server: TestServer;
  let browser: ApiBrowser;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await forgetLimits(server);
    browser = new ApiBrowser(server);
  });

  const rows = async (query: string, values: unknown[]) =>
    (await server.services.database.pool.query(query, values)).rows as unknown[];
  const register = '/clinic/auth/complete-registration';
  const body = (phoneNumber: string, more: object = {}) => ({
    ...someDetails(),
    phoneNumber,
    ...more,
  });
  const verified = async () => {
    const { phone, token } = await verifiedClinicPhone(server.ctx());
    browser.cookies.set('clinic', token);
    return phone;
  };

  it.each([
    ...['_id', 'id', 'clinicId', 'phone', 'status', 'stage', 'isApproved', 'isVerified'],
    ...['approvalStatus', 'rejectionReason', 'documents', 'createdAt', 'registeredAt', 'role'],
  ])('refuse the field %s and register nothing', async (field) => {
    const phone = await verified();
    const answer = await browser.call('POST', register, body(phone, { [field]: true }));
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(await rows('select 1 from clinic_onboarding.clinic where phone = $1', [phone])).toEqual(
      [],
    );
  });

  it.each([
    [{ clinicName: '' }, 'clinicName'],
    [{ clinicName: 'a\u202eb' }, 'clinicName'],
    [{ clinicName: 'x'.repeat(151) }, 'clinicName'],
    [{ doctorName: 'Dr. A\r\nBcc: all@example.com' }, 'doctorName'],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ address: ' ' }, 'address'],
    [{ city: null }, 'city'],
    [{ licenseNumber: undefined }, 'licenseNumber'],
    [{ experience: '3' }, 'experience'],
    [{ specialties: [] }, 'specialties'],
    [{ specialties: ['Alchemy'] }, 'specialties.0'],
    [{ specialties: 'Dermatology' }, 'specialties'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ website: 'data:text/html,x' }, 'website'],
    [{ website: 'ftp://example.com' }, 'website'],
    [{ website: 'http://user:pass@example.com' }, 'website'],
    [{ website: 'example' }, 'website'],
    [{ website: 'javascript:80' }, 'website'],
    [{ website: 'mailto:a@example.com' }, 'website'],
    [{ website: 'user@example.com' }, 'website'],
    [{ website: '//example.com' }, 'website'],
    [{ website: '169.254.169.254/latest' }, 'website'],
    [{ website: 'http://169.254.169.254/latest/meta-data' }, 'website'],
    [{ website: 'http://localhost:5432' }, 'website'],
    [{ website: 'http://[::1]/' }, 'website'],
    [{ website: `https://example.com/${'x'.repeat(300)}` }, 'website'],
    [{ description: 'x'.repeat(4_001) }, 'description'],
  ])('refuse the details %j in words', async (faulty, field) => {
    const phone = await verified();
    const answer = await browser.call('POST', register, body(phone, faulty));
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(Object.keys(answer.body.errors!)).toEqual([field]);
    expect(answer.body.errors![field]![0]).toMatch(/^(Please|This)/);
  });

  it('are refused field by field in the order of the form', async () => {
    const phone = await verified();
    const answer = await browser.call('POST', register, { phoneNumber: phone });
    expect(Object.keys(answer.body.errors!)).toEqual([
      ...['clinicName', 'address', 'city', 'email'],
      ...['doctorName', 'licenseNumber', 'experience', 'specialties'],
    ]);
  });

  it.each([
    ['www.example.com', 'https://www.example.com'],
    ['klinik-güzel.com/tr?x=1', 'https://klinik-güzel.com/tr?x=1'],
    [' example.co.uk:8443 ', 'https://example.co.uk:8443'],
    ['http://example.com', 'http://example.com'],
  ])('read the web address %s as %s', async (website, read) => {
    const phone = await verified();
    const answer = await browser.call('POST', register, body(phone, { website }));
    expect(answer.body.data).toMatchObject({ clinic: { website: read } });
  });

  it.each(['https://klinik-güzel.com/tr?x=1', 'http://a.example.co.uk', '  https://example.com  '])(
    'take the web address %s',
    async (website) => {
      const phone = await verified();
      const answer = await browser.call('POST', register, body(phone, { website }));
      expect(answer.body.data).toMatchObject({ clinic: { website: website.trim() } });
    },
  );
});
