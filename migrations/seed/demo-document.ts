import sharp from 'sharp';
import { sha256 } from '#platform/base/ids';
import type { DocumentKind } from '#contracts/clinic-onboarding';

export interface DemoFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const titles: Record<DocumentKind, string> = {
  'medical-license': 'Medical license certificate',
  'clinic-registration': 'Clinic registration certificate',
  'professional-id': 'Professional ID',
  'clinic-photos': 'Clinic photos',
  insurance: 'Insurance certificate',
  'health-tourism-authorisation': 'Health-tourism authorisation',
  'complication-insurance': 'Insurance for complications',
};

/** A file as a clinic would upload it: one page that says it is a sample, or a picture of a room that is none. */
export async function demoDocument(kind: DocumentKind, clinicName: string): Promise<DemoFile> {
  if (kind === 'clinic-photos')
    return { name: 'reception.jpg', type: 'image/jpeg', bytes: await demoRoom(clinicName) };
  const lines = [titles[kind], clinicName, 'Sample document of the demo. Nothing in it is real.'];
  return { name: `${kind}.pdf`, type: 'application/pdf', bytes: demoPdf(lines) };
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly background: string;
}

/** A floor, windows and a desk, others for each clinic. Drawn from areas, as vector pictures are not decoded here. */
function furnitureOf(clinicName: string): Area[] {
  const turn = sha256(clinicName);
  const at = (n: number, low: number, top: number): number =>
    low + Math.floor((turn[n]! / 256) * (top - low));
  const [floor, glass, desk] = ['#c9bfa8', '#bcd6d0', '#0f5b51'];
  const top = at(0, 480, 640);
  return [
    { left: 0, top, width: 1200, height: 800 - top, background: floor! },
    {
      left: at(1, 20, 160),
      top: at(2, 40, 200),
      width: at(3, 160, 300),
      height: at(4, 120, 260),
      background: glass!,
    },
    {
      left: at(5, 500, 700),
      top: at(6, 40, 200),
      width: at(7, 120, 240),
      height: at(8, 120, 260),
      background: glass!,
    },
    {
      left: at(9, 40, 640),
      top: at(10, 400, 460),
      width: at(11, 220, 520),
      height: at(12, 140, 260),
      background: desk!,
    },
    {
      left: at(13, 860, 1_000),
      top: at(14, 20, 300),
      width: at(15, 80, 180),
      height: at(16, 200, 440),
      background: '#7d8f88',
    },
  ];
}

const flat = ({ width, height, background }: Omit<Area, 'left' | 'top'>) => ({
  create: { width, height, background, channels: 3 as const },
});

const drawn = (
  size: { readonly width: number; readonly height: number; readonly background: string },
  areas: readonly Area[],
) =>
  sharp(flat(size)).composite(
    areas.map((area) => ({ input: flat(area), left: area.left, top: area.top })),
  );

/** A room of a clinic, with walls of this colour. */
export const demoRoom = (clinicName: string, walls = '#e8e4da'): Promise<Buffer> =>
  drawn({ width: 1200, height: 800, background: walls }, furnitureOf(clinicName))
    .jpeg({ quality: 80 })
    .toBuffer();

const pale = ['#efd9c8', '#e3c4ae', '#f2e3d6', '#d9b39a', '#eac9b5'];

/** A picture that stands for a photo of a patient: a few blurred areas, others for each number; nobody and nothing is on it. */
export async function demoPhoto(number: number): Promise<Buffer> {
  const areas = pale.map((background, n) => {
    const turn = (number + 1) * (n + 3);
    const [left, top] = [(turn * 157) % 560, (turn * 211) % 420];
    const [width, height] = [160 + ((turn * 37) % 180), 120 + ((turn * 53) % 160)];
    return { left, top, width, height, background };
  });
  // Flattened first: a blur comes before what is laid over it.
  const size = { width: 900, height: 700, background: pale[number % pale.length]! };
  const flatPicture = await drawn(size, areas).png().toBuffer();
  return sharp(flatPicture).blur(18).jpeg({ quality: 85 }).toBuffer();
}

/** A PDF of one A4 page with a few lines of text in a standard font. */
export function demoPdf(lines: readonly string[]): Buffer {
  const escaped = lines.map((line) => line.replace(/[\\()]/g, '\\$&'));
  const shown = escaped.map((line) => `(${line}) Tj T*`).join(' ');
  const content = `BT /F1 18 Tf 28 TL 72 740 Td ${shown} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>`;
  return Buffer.from(`${text}${table}${trailer}\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}
