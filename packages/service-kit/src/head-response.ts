import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Responds to a HEAD request with the headers that are set, where GET makes its body at a cost or with an effect. They
 * include no content-length: it would have to be that of the body (RFC 9110, 9.3.2).
 */
export const sendHeadersOnly = (reply: FastifyReply): FastifyReply => reply.send(Readable.from([]));

export const isHead = ({ method }: Pick<FastifyRequest, 'method'>): boolean => method === 'HEAD';
