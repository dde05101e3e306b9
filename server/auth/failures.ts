/** Which errors are an upstream's, as opposed to our own mistakes. */
import { UpstreamFailure } from '../upstream/failure';
import { ProviderFault } from './oidc/provider-fault';

export const isFailure = (error: unknown): error is UpstreamFailure | ProviderFault =>
  error instanceof UpstreamFailure || error instanceof ProviderFault;
