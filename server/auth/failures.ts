/** Distinguishes failures of an upstream from bugs of the shop. */
import { UpstreamFailure } from '../upstream/failure';
import { ProviderFault } from './oidc/provider-fault';

export const isFailure = (error: unknown): error is UpstreamFailure | ProviderFault =>
  error instanceof UpstreamFailure || error instanceof ProviderFault;
