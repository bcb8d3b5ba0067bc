/** An error whose `sentence` tells the user what happened and what to do. */
export class EngineError extends Error {
  /**
   * @param {string} sentence
   * @param {{ cause?: unknown, logFile?: string }} [details]
   */
  constructor(sentence, details = {}) {
    super(sentence, details.cause === undefined ? {} : { cause: details.cause });
    this.name = 'EngineError';
    this.sentence = sentence;
    this.logFile = details.logFile;
  }
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
