import { uploadPhotoCall } from '#contracts/consultation';

/** How an upload ended: stored, or refused with the server's words, or not sent at all. */
export type UploadOutcome = { ok: true } | { ok: false; message: string | null };

/** Sends one photo into the draft; `onProgress` gets 0 to 1. XMLHttpRequest, because fetch does not tell progress. */
export function uploadPhoto(
  file: File,
  onProgress: (share: number) => void,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () =>
      resolve(request.status === 201 ? { ok: true } : { ok: false, message: wordsOf(request) });
    request.onerror = () => resolve({ ok: false, message: null });
    request.ontimeout = () => resolve({ ok: false, message: null });
    request.timeout = 120_000;
    request.open('POST', `/api${uploadPhotoCall.path}?draft=true`);
    const form = new FormData();
    form.append('photo', file, file.name);
    request.send(form);
  });
}

function wordsOf({ responseText }: XMLHttpRequest): string | null {
  try {
    const { message, errors } = JSON.parse(responseText) as {
      message?: string;
      errors?: Record<string, string[]>;
    };
    return errors?.photo?.join(' ') ?? message ?? null;
  } catch {
    return null;
  }
}
