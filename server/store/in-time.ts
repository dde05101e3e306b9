/** Limits the wait for a response: the Redis client limits only how long a command waits to be sent. */
export class NoAnswerInTime extends Error {
  constructor() {
    super('timeout: the store did not answer');
    this.name = 'NoAnswerInTime';
  }
}

const answerMs = 2_000;

export function inTime<T>(call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswerInTime()), answerMs);
    void call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
