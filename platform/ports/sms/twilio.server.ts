import twilio from 'twilio';
import { inSeconds, minutes, seconds } from '../../base/duration';
import type { Sms } from '../sms';
import { SmsError } from './sms-error';

export interface TwilioOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number in E.164, or the sid of a messaging service. */
  readonly from: string;
  /** Another server that speaks the API; the provider's own when absent. */
  readonly baseUrl?: string;
}

const timeout = seconds(10);

type Client = InstanceType<typeof twilio.RequestClient>;

/** The most that is read of an answer, in bytes; one of the API has 2 kB. */
const answerLimit = 256 << 10;

/** The SDK's HTTP client, which by itself bounds neither the length of an answer nor its time; at another host where one is named. */
class BoundedClient extends twilio.RequestClient {
  constructor(private readonly baseUrl?: string) {
    super({ timeout });
    this.axios.interceptors.request.use((config) => ({
      ...config,
      maxContentLength: answerLimit,
      signal: AbortSignal.timeout(timeout),
    }));
  }

  override request: Client['request'] = (options) => {
    if (!this.baseUrl) return super.request(options);
    const { pathname, search } = new URL(options.uri);
    return super.request({ ...options, uri: this.baseUrl.replace(/\/+$/, '') + pathname + search });
  };
}

/** Twilio's Programmable Messaging through its SDK. It knows no idempotency key: a retry may send twice. */
export function twilioSms({ accountSid, authToken, from, baseUrl }: TwilioOptions): Sms {
  const client = twilio(accountSid, authToken, {
    httpClient: new BoundedClient(baseUrl),
    autoRetry: false,
  });
  const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from };
  return {
    async send({ to, text, keepFor = minutes(4) }) {
      const message = await client.messages
        .create({ ...sender, to, body: text, validityPeriod: inSeconds(keepFor) })
        .catch((error: { status?: number; code?: number | string }) => {
          throw new SmsError(`twilio_${error.status ?? error.code ?? 'unreachable'}`);
        });
      // An answer of 2xx may still carry a refusal.
      if (!message.sid || message.errorCode)
        throw new SmsError(`twilio_${message.errorCode ?? 'no_sid'}`);
    },
  };
}
