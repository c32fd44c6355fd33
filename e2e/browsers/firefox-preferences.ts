import { LOOPBACK } from '../loopback.ts';
import type { LaunchOptions } from './driver.ts';

/** Firefox's own settings, by which it is told what other browsers are told on the command line. */
export function firefoxPreferences({
  proxyPort,
  conditions,
}: LaunchOptions): Record<string, string | number | boolean> {
  return {
    'network.proxy.type': 1,
    'network.proxy.http': LOOPBACK,
    'network.proxy.http_port': proxyPort,
    'network.proxy.ssl': LOOPBACK,
    'network.proxy.ssl_port': proxyPort,
    'network.proxy.no_proxies_on': LOOPBACK,
    'intl.accept_languages': 'pt-BR',
    // Nothing but the pages under test is asked for.
    'services.settings.server': 'data:,#none',
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.disabledForTesting': true,
    ...(conditions.window === 'private' ? { 'browser.privatebrowsing.autostart': true } : {}),
    ...(conditions.storage === 'refused' ? { 'network.cookie.cookieBehavior': 2 } : {}),
    ...(conditions.scripts === 'off' ? { 'javascript.enabled': false } : {}),
    'ui.prefersReducedMotion': conditions.motion === 'reduced' ? 1 : 0,
  };
}
