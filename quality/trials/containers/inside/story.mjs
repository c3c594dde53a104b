import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import { ask, Browser, Host, pause, plainSite, site, tell } from './ask.mjs';
import { codeSentTo } from './gateway.mjs';

const sharp = createRequire('/app/')('sharp');

async function pages() {
  const page = await ask('/login');
  const hsts = page.headers['strict-transport-security'] ?? null;
  const plain = await new Promise((resolve, reject) =>
    http.get(`${plainSite}/login`, { headers: { Host } }, resolve).once('error', reject),
  );
  plain.resume();
  tell({ page: page.status, hsts, plain: plain.statusCode, to: plain.headers.location });
}

/** Signs in with a code. @returns the milliseconds that the code took to the gateway */
async function signIn(browser, phoneNumber, begin = '/auth') {
  const began = performance.now();
  const { status } = await browser.post(`${begin}/send-code`, { phoneNumber });
  const otpCode = await codeSentTo(phoneNumber);
  const took = performance.now() - began;
  const verified = await browser.post(`${begin}/verify-code`, { phoneNumber, otpCode });
  return { sendCode: status, codeMs: Math.round(took), verifyCode: verified.status };
}

function stream(cookie, ms) {
  return new Promise((resolve) => {
    const began = performance.now();
    let beats = 0;
    const req = https.get(`${site}/api/events?as=patient`, {
      headers: { Host, Cookie: cookie, Accept: 'text/event-stream' },
    });
    const end = (how) =>
      resolve({ how, beats, seconds: Math.round((performance.now() - began) / 1_000) });
    req.once('error', (error) => end(error.message));
    req.once('response', (res) => {
      if (res.statusCode !== 200) return end(`status ${res.statusCode}`);
      res.on('data', () => (beats += 1)).once('end', () => end('ended'));
      setTimeout(() => {
        end('held');
        req.destroy();
      }, ms);
    });
  });
}

/** A photo of a patient: through the proxy and web into the store, and back. */
async function photo(patient) {
  const create = { width: 1_600, height: 1_200, channels: 3, background: '#c63' };
  const form = new FormData();
  form.append('photo', new File([await sharp({ create }).jpeg().toBuffer()], 'photo.jpg'));
  const sent = await patient.post('/photos', form);
  const { id } = JSON.parse(sent.text).data ?? {};
  const back = await patient.get(`/files/${id}?size=full`);
  const seen = back.status === 200 ? await sharp(back.bytes).metadata() : {};
  const stranger = await new Browser().get(`/files/${id}?size=full`);
  tell({
    photo: { sent: sent.status, back: back.status, size: `${seen.width} x ${seen.height}`, stranger: stranger.status }, // prettier-ignore
  });
}

const virus = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

/** A PDF that says so much, in a comment. */
function pdf(comment) {
  const body = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%${comment}\n`;
  const tail = `xref\n0 1\n0000000000 65535 f \ntrailer << /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return new File([body + tail], 'document.pdf', { type: 'application/pdf' });
}

async function sendsDocument(clinic, phoneNumber, kind, comment) {
  const form = new FormData();
  form.append('phoneNumber', phoneNumber);
  form.append('kind', kind);
  form.append('documents', pdf(comment));
  return (await clinic.post('/clinic/auth/upload-documents', form)).status;
}

/** What the scanner said of the clinic's documents, once it said something of each. */
async function scans(clinic) {
  for (const until = performance.now() + 60_000; ; await pause(500)) {
    const read = await clinic.get('/clinic/auth/status/me');
    const { documents } = JSON.parse(read.text).data.clinic;
    const waits = documents.some(({ scan }) => scan === 'pending');
    if (!waits || performance.now() > until) return documents;
  }
}

/** Two documents of a clinic, one of them with the virus that scanners are tried with. */
async function papers() {
  const phoneNumber = '+905321234567';
  const clinic = new Browser();
  const { verifyCode } = await signIn(clinic, phoneNumber, '/clinic/auth');
  const registered = await clinic.post('/clinic/auth/complete-registration', {
    phoneNumber,
    clinicName: 'Trial Dental Clinic',
    doctorName: 'Dr. Ada Kaya',
    email: 'clinic@clinics.example',
    address: '12 Istiklal Avenue',
    city: 'Istanbul',
    country: 'Turkey',
    specialties: ['Dental Treatment'],
    licenseNumber: 'TR-1234567',
    experience: '5-10',
  });
  const sent = [
    await sendsDocument(clinic, phoneNumber, 'medical-license', 'a licence'),
    await sendsDocument(clinic, phoneNumber, 'professional-id', virus),
  ];
  const documents = await scans(clinic);
  const of = (kind) => documents.find((one) => one.kind === kind);
  const back = await clinic.get(`/files/${of('medical-license')?._id}`);
  tell({
    clinic: { verifyCode, registered: registered.status, sent, back: back.status,
      scans: ['medical-license', 'professional-id'].map((kind) => of(kind)?.scan) }, // prettier-ignore
  });
}

/** A patient signs in, sends a photo and holds a live stream of so many milliseconds; a clinic sends documents. */
export async function story(streamMs) {
  await pages();
  const phoneNumber = '+12125550123';
  const patient = new Browser();
  tell(await signIn(patient, phoneNumber));
  const person = { firstName: 'Sarah', lastName: 'Miller', email: 'sarah@clinics.example' };
  const registered = await patient.post('/auth/complete-registration', { phoneNumber, ...person });
  tell({ register: registered.status });
  await photo(patient);
  const [held] = await Promise.all([stream(patient.cookie, streamMs), papers()]);
  tell({ stream: held });
}
