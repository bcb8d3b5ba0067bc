import type Razorpay from 'razorpay';
import { ProviderRejectedError, ProviderThrottledError, ProviderUnavailableError } from './provider.ts';

interface Call {
  method?: string;
  url?: string;
  signal?: AbortSignal;
}
interface CallResponse {
  config: Call;
  status: number;
  /** `undefined` unless it is JSON. */
  data: unknown;
}
interface CallFailure {
  config?: Call;
  response?: CallResponse;
  message: string;
  cause?: unknown;
}

/** The axios instance of the SDK, which its types leave out: the parts that are used here. */
interface AxiosInstance {
  defaults: object;
  interceptors: {
    request: { use(onRequest: (call: Call) => Call): void };
    response: {
      use(
        onResponse: (response: CallResponse) => CallResponse,
        onFailure: (error: CallFailure) => never,
      ): void;
    };
  };
  post(path: string, body: object, config: { headers: Record<string, string> }): Promise<{ data: unknown }>;
}

/** The SDK (2.9.8) reads `response.data.error` of each failure, throws it as `error`, and crashes where it is missing. */
class SdkFailure extends Error {
  readonly error: Error;
  readonly response: { status: number; data: { error: Error } };

  constructor(error: Error) {
    super(error.message);
    this.error = error;
    this.response = { status: 0, data: { error } };
  }
}

const nameOf = ({ method = '', url = '' }: Call): string => `${method.toUpperCase()} ${url}`;

/** Time-out, the same refund is being made by another request, locked, too early: these say nothing about the call. */
const UNDECIDED: ReadonlySet<number> = new Set([408, 409, 423, 425]);

/** Returns the error of a status. A body that is no JSON is none of the provider's, whatever its status. */
function toError({ config, status, data }: CallResponse): Error {
  const message = `${nameOf(config)} responded ${status}`;
  if (data === undefined) return new ProviderUnavailableError(`${message} without JSON`);
  if (status === 429) return new ProviderThrottledError(message);
  // 3xx: the provider redirects no calls, so others did.
  if (status >= 500 || UNDECIDED.has(status) || status < 400) return new ProviderUnavailableError(message);
  return new ProviderRejectedError(message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Mends the transport of an SDK: its address, a deadline of each whole call, neither redirects nor a proxy of the
 * environment, and failures that `errorOf` reads. `post` sends headers, for which the SDK has no parameter.
 */
export function openSdkTransport(
  sdk: Razorpay,
  { baseUrl, timeoutMs }: { baseUrl: string; timeoutMs: number },
): { post(path: string, body: object, headers: Record<string, string>): Promise<unknown> } {
  const { rq } = sdk.api as unknown as { rq: AxiosInstance };
  Object.assign(rq.defaults, {
    baseURL: new URL(baseUrl).origin,
    maxRedirects: 0,
    proxy: false,
    responseType: 'json',
    transformResponse: [parseJson],
  });
  rq.interceptors.request.use((call) => ({ ...call, signal: AbortSignal.timeout(timeoutMs) }));
  rq.interceptors.response.use(
    (response) => {
      if (response.data === undefined) throw new SdkFailure(toError(response));
      return response;
    },
    ({ response, config = {}, message, cause }) => {
      if (response !== undefined) throw new SdkFailure(toError(response));
      // The failure itself stays out of it: its `config` has the credentials, and causes are logged.
      throw new SdkFailure(
        new ProviderUnavailableError(`${nameOf(config)} had no response: ${message}`, { cause }),
      );
    },
  );
  return {
    post: async (path, body, headers) => (await rq.post(path, body, { headers })).data,
  };
}

/** Returns the provider's error of a failed call; one that the SDK did not send is rejected. */
export function errorOf(failure: unknown): Error {
  if (failure !== null && typeof failure === 'object' && 'error' in failure && failure.error instanceof Error)
    return failure.error;
  return new ProviderRejectedError('the call could not be sent', { cause: failure });
}
