/**
 * The last question before a request leaves. A call may wait for a token, a place and a connection, and its process
 * may stand still meanwhile: what was true when the call began may be over when its first byte would leave.
 */
import { DecoratorHandler, type Dispatcher } from 'undici';

/** The request was not sent: its sender had lost the right to send it. */
export class NotSent extends Error {
  constructor() {
    super('the request may no longer be sent');
    this.name = 'NotSent';
  }
}

function checked(
  handler: Dispatcher.DispatchHandler,
  mayLeave: () => boolean,
): Dispatcher.DispatchHandler {
  const whole: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
  const start = whole.onRequestStart?.bind(whole);
  // undici calls this with the connection at hand, in the same turn in which it writes the request.
  whole.onRequestStart = (controller, context) => {
    start?.(controller, context);
    if (!mayLeave()) controller.abort(new NotSent());
  };
  return whole;
}

/** Asks `mayLeave` right before the bytes leave; a request that may not fails with `NotSent`. */
export const checkBeforeLeaving =
  (mayLeave: () => boolean): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, checked(handler, mayLeave));
