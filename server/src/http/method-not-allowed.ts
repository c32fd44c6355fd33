import type { RequestHandler } from 'express';
import { Refusal } from './problem.ts';

/** Refuses whatever comes this far with 405, naming the methods that the address does take (RFC 9110, 15.5.6). */
export function refuseMethod(allow: string): RequestHandler {
  return () => {
    throw new Refusal('method_not_allowed', { headers: { Allow: allow } });
  };
}
