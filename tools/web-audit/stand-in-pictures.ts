import sharp from 'sharp';

/** Hosts of pictures that a page may name and that are not the site's: they are no part of what is measured. */
const HOSTS = ['i.ytimg.com'];
const [WIDTH, HEIGHT] = [480, 360];

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: { sessionId?: string; targetInfo?: { type: string }; requestId?: string };
}

export interface StandIns {
  /** How often a picture was asked for and answered here. */
  readonly answered: number;
  end(): void;
}

/** A picture of the size and about the weight of a video's thumbnail. */
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
 * Answers the pictures of others in every page of a Chromium, so that its figures do not depend on a network
 * beyond the site, nor on videos that a demo has made up. No other request is touched.
 */
export async function standInForPictures(port: number): Promise<StandIns> {
  const body = (await drawPicture()).toString('base64');
  const { webSocketDebuggerUrl } = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as {
    webSocketDebuggerUrl: string;
  };
  const socket = new WebSocket(webSocketDebuggerUrl);
  let [answered, count] = [0, 0];
  const send = (method: string, params: object, sessionId?: string): void =>
    socket.send(
      JSON.stringify({ id: (count += 1), method, params, ...(sessionId === undefined ? {} : { sessionId }) }),
    );
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('Chromium refused a second listener')), {
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
    answered += 1;
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
    get answered() {
      return answered;
    },
    end: () => socket.close(),
  };
}
