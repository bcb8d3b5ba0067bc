import { connect, type Socket } from 'node:net';
import type { ISocketFactory } from 'kafkajs';

/** Cuts and restores the connections of one client to the brokers in tests, which share the brokers. */
export interface NetworkSwitch {
  socketFactory: ISocketFactory;
  /** Destroys the open sockets and fails new ones until `restore`. */
  cut(): void;
  restore(): void;
}

export function createNetworkSwitch(): NetworkSwitch {
  let isUp = true;
  const sockets = new Set<Socket>();
  return {
    socketFactory: ({ host, port, onConnect }) => {
      const socket = isUp ? connect({ host, port }, onConnect) : connect({ host, port: 1 });
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      return socket;
    },
    cut() {
      isUp = false;
      for (const socket of sockets) socket.destroy(new Error('the network was cut'));
    },
    restore() {
      isUp = true;
    },
  };
}
