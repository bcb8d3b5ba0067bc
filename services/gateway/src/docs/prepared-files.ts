import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prepareBody, sendPrepared, type PreparedBody } from './prepared-body.ts';

/** Files of a plugin that reads them from disk for each request; compressed when they are first sent, and sent from memory. */
interface PreparedFiles {
  /** Sends the file, or returns null while it is not in memory. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply | null;
  /** Returns the body that is sent, of a file from memory from now on. */
  store(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
}

interface StoredFile {
  body: PreparedBody;
  type: string;
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

/** @param isFile limits the paths, of which each is stored once */
export function createPreparedFiles(isFile: (path: string) => boolean): PreparedFiles {
  const files = new Map<string, StoredFile>();
  return {
    send(request, reply) {
      const file = files.get(pathOf(request));
      return file === undefined ? null : sendPrepared(request, reply, file.body, file.type);
    },
    async store(request, reply, payload) {
      const path = pathOf(request);
      const isWhole = request.method === 'GET' && reply.statusCode === 200;
      if (!isWhole || !isFile(path) || !(payload instanceof Readable)) return payload;
      const content = await buffer(payload);
      files.set(path, { body: await prepareBody(content), type: String(reply.getHeader('content-type')) });
      return content;
    },
  };
}
