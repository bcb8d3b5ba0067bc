import sharp from 'sharp';

/** Hosts of external pictures, which are not measured. */
const HOSTS = ['i.ytimg.com'];
const [WIDTH, HEIGHT] = [480, 360];

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: { sessionId?: string; targetInfo?: { type: string }; requestId?: string };
}

export interface StandIns {
  /** Number of stubbed requests. */
  readonly served: number;
  end(): void;
}

/** Draws a picture with the dimensions and about the file size of a video's thumbnail. */
const drawPicture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();

/**
 * Stubs external pictures in every page of a Chromium, so that figures depend neither on other hosts nor on
 * the demo's fictional videos.
 */
export async function standInForPictures(port: number): Promise<StandIns> {
  const body = (await drawPicture()).toString('base64');
  const { webSocketDebuggerUrl } = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as {
    webSocketDebuggerUrl: string;
  };
  const socket = new WebSocket(webSocketDebuggerUrl);
  let [served, count] = [0, 0];
  const send = (method: string, params: object, sessionId?: string): void =>
    socket.send(
      JSON.stringify({ id: (count += 1), method, params, ...(sessionId === undefined ? {} : { sessionId }) }),
    );
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('Chromium rejected a second debugger')), {
      once: true,
    });
  });
  socket.addEventListener('message', ({ data }) => {
    const { method, sessionId, params = {} } = JSON.parse(String(data)) as Message;
    if (method === 'Target.attachedToTarget' && params.targetInfo?.type === 'page') {
      const patterns = HOSTS.map((host) => ({ urlPattern: `https://${host}/*` }));
      send('Fetch.enable', { patterns }, params.sessionId);
    }
    if (method !== 'Fetch.requestPaused' || params.requestId === undefined) return;
    served += 1;
    const responseHeaders = [
      { name: 'content-type', value: 'image/jpeg' },
      { name: 'cache-control', value: 'public, max-age=7200' },
    ];
    send(
      'Fetch.fulfillRequest',
      { requestId: params.requestId, responseCode: 200, responseHeaders, body },
      sessionId,
    );
  });
  send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  return {
    get served() {
      return served;
    },
    end: () => socket.close(),
  };
}
