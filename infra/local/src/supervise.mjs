import { setTimeout as delay } from 'node:timers/promises';
import { EngineError, messageOf } from './engine-error.mjs';

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, sentence?: string | undefined }} ChildExit
 * @typedef {{ pid?: number | undefined, stop: () => Promise<void> }} Child
 * @typedef {{ stop: () => Promise<void>, pid: () => number | undefined }} Supervised
 */

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const CALM_MS = 60_000;
const MAX_RESTARTS = 6;

/** @param {ChildExit} exit */
const howItEnded = ({ code, signal }) => (signal === null ? `code ${code}` : `signal ${signal}`);

/**
 * Starts a child and starts it again whenever it ends unasked, with growing pauses. A child that keeps dying is given
 * up: `onGiveUp` gets the sentence that says so.
 * @template {Child} C
 * @param {{
 *   name: string, start: (onExit: (exit: ChildExit) => void) => Promise<C>,
 *   say: (line: string) => void, onGiveUp: (error: Error) => void, ending?: AbortSignal | undefined,
 * }} options `ending` is aborted when everything is about to be stopped: nothing is started again from then on.
 * @returns {Promise<Supervised & { child: C }>}
 */
export async function supervise({ name, start, say, onGiveUp, ending }) {
  let stopped = false;
  const isOver = () => stopped || ending?.aborted === true;
  /** @type {number[]} */
  let restarts = [];
  /** @type {Promise<void>} */
  let restarting = Promise.resolve();

  /** @param {ChildExit} exit */
  const handleExit = (exit) => {
    if (isOver()) return;
    restarts = [...restarts.filter((time) => Date.now() - time < CALM_MS), Date.now()];
    say(`${name} stopped unexpectedly (${howItEnded(exit)}); starting it again.`);
    restarting = restart(exit);
  };

  /** @param {ChildExit} exit */
  async function restart(exit) {
    const count = restarts.length;
    if (count > MAX_RESTARTS) {
      onGiveUp(
        new EngineError(exit.sentence ?? `${name} keeps stopping (${howItEnded(exit)}): its log says why.`),
      );
      return;
    }
    await delay(count === 1 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count));
    if (isOver()) return;
    try {
      child = await start(handleExit);
      if (isOver()) await child.stop();
      else say(`${name} is back.`);
    } catch (error) {
      if (isOver()) return;
      restarts.push(Date.now());
      say(`${name} did not come back: ${messageOf(error)}`);
      await restart(exit);
    }
  }

  let child = await start(handleExit);
  if (isOver()) {
    await child.stop();
    throw new EngineError(`${name} was stopped on its way up.`);
  }
  return {
    get child() {
      return child;
    },
    pid: () => child.pid,
    async stop() {
      stopped = true;
      await child.stop();
      await restarting;
    },
  };
}
