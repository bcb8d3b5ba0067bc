import { connect, type Socket } from 'node:net';
import type { ISocketFactory } from 'kafkajs';

/** A way to the brokers that a test can cut and restore, without touching the brokers that others use. */
export interface NetworkSwitch {
  socketFactory: ISocketFactory;
  cut(): void;
  restore(): void;
}

export function createNetworkSwitch(): NetworkSwitch {
  let on = true;
  const sockets = new Set<Socket>();
  return {
    socketFactory: ({ host, port, onConnect }) => {
      const socket = on ? connect({ host, port }, onConnect) : connect({ host, port: 1 });
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      return socket;
    },
    cut() {
      on = false;
      for (const socket of sockets) socket.destroy(new Error('the network was cut'));
    },
    restore() {
      on = true;
    },
  };
}
