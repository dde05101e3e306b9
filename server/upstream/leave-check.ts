/**
 * A last check before a request is sent. A call may wait for a token, a slot and a connection, and its process may be
 * suspended meanwhile. What was true when the call began may no longer hold when its first byte would be sent.
 */
import { DecoratorHandler, type Dispatcher } from 'undici';

/** The request was not sent, because its sender had lost the right to send it. */
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
  // undici calls this once it has a connection, in the same event loop turn in which it writes the request.
  whole.onRequestStart = (controller, context) => {
    start?.(controller, context);
    if (!mayLeave()) controller.abort(new NotSent());
  };
  return whole;
}

/** Calls `mayLeave` right before the bytes are sent; if it returns false, the request fails with `NotSent`. */
export const checkBeforeLeaving =
  (mayLeave: () => boolean): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, checked(handler, mayLeave));
