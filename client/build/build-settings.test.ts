import { expect, test } from 'vitest';
import { parseBuildSettings } from './build-settings.ts';
import { OperatorError } from './operator-error.ts';

const emailJs = {
  VITE_EMAILJS_SERVICE_ID: 'service_1',
  VITE_EMAILJS_TEMPLATE_ID: 'template_1',
  VITE_EMAILJS_PUBLIC_KEY: 'key_1',
};

test('without any variable the site talks to its own origin, and e-mail is off', () => {
  const nothing = {
    SITE_URL: '',
    BASE_PATH: '',
    VITE_API_URL: '',
    VITE_EMAILJS_SERVICE_ID: '',
    VITE_EMAILJS_TEMPLATE_ID: '',
    VITE_EMAILJS_PUBLIC_KEY: '',
    VITE_EMAILJS_ORIGIN: '',
    MESSAGE_RETENTION_DAYS: '365',
  };
  expect(parseBuildSettings({})).toEqual(nothing);
  expect(parseBuildSettings({ VITE_API_URL: '', VITE_EMAILJS_SERVICE_ID: ' ' })).toEqual(nothing);
  expect(parseBuildSettings({ VITE_EMAILJS_ORIGIN: 'https://example.com' })).toEqual(nothing);
});

test('with all three values of EmailJS e-mail is on, through api.emailjs.com', () => {
  expect(parseBuildSettings(emailJs)).toMatchObject({ ...emailJs, VITE_EMAILJS_ORIGIN: 'https://api.emailjs.com' });
});

test('another host can stand in for EmailJS', () => {
  const settings = parseBuildSettings({ ...emailJs, VITE_EMAILJS_ORIGIN: 'http://127.0.0.1:4000' });
  expect(settings.VITE_EMAILJS_ORIGIN).toBe('http://127.0.0.1:4000');
});

test.each(Object.keys(emailJs))('the build stops and names %s when only that one is missing', (missing) => {
  const parse = () => parseBuildSettings({ ...emailJs, [missing]: '' });
  expect(parse).toThrow(OperatorError);
  expect(parse).toThrow(new RegExp(`^${missing} is missing`));
});

test('the build stops and names both values when two are missing', () => {
  expect(() => parseBuildSettings({ VITE_EMAILJS_SERVICE_ID: 'service_1' })).toThrow(
    /^VITE_EMAILJS_TEMPLATE_ID and VITE_EMAILJS_PUBLIC_KEY are missing/,
  );
});

test.each(['SITE_URL', 'VITE_API_URL', 'VITE_EMAILJS_ORIGIN'])(
  '%s must be an origin: the build names it, what was expected and what was given',
  (name) => {
    for (const given of [
      'api.example.com',
      'ftp://example.com',
      ...(name === 'SITE_URL' ? [] : ['https://example.com/api']),
      'https://',
      'https://a@b.com',
      '/api',
    ]) {
      const parse = () => parseBuildSettings({ [name]: given });
      expect(parse, given).toThrow(OperatorError);
      expect(parse, given).toThrow(`${name} must be an http or https origin`);
      expect(parse, given).toThrow(`given: "${given}"`);
    }
  },
);

test('a slash at the end of an origin does no harm', () => {
  const { VITE_API_URL } = parseBuildSettings({ VITE_API_URL: 'https://api.example.com/' });
  expect(VITE_API_URL).toBe('https://api.example.com');
});

test('messages are said to be kept for a year, or for as long as MESSAGE_RETENTION_DAYS has it', () => {
  for (const [given, days] of [
    [' ', '365'],
    ['0', '0'],
    ['90', '90'],
  ] as const) {
    expect(parseBuildSettings({ MESSAGE_RETENTION_DAYS: given }).MESSAGE_RETENTION_DAYS).toBe(days);
  }
});

test.each(['-1', '1', '30', '36501', '40.5', 'a year', '1e3', '100000'])(
  '%s is no number of days: the build stops and says so',
  (given) => {
    const parse = () => parseBuildSettings({ MESSAGE_RETENTION_DAYS: given });
    expect(parse).toThrow(OperatorError);
    expect(parse).toThrow(`given: "${given}"`);
  },
);

test('a site may be under a path, where the form has a server elsewhere', () => {
  const VITE_API_URL = 'https://api.example.com';
  for (const SITE_URL of ['https://ana.github.io/portfolio', 'https://ana.github.io/portfolio/']) {
    expect(parseBuildSettings({ SITE_URL, VITE_API_URL })).toMatchObject({
      SITE_URL: 'https://ana.github.io/portfolio',
      BASE_PATH: '/portfolio',
    });
    expect(() => parseBuildSettings({ SITE_URL })).toThrow(/^SITE_URL: a site under a path.*VITE_API_URL/);
  }
  for (const SITE_URL of ['https://ana.github.io/a b', 'https://ana.github.io/a?b', 'https://ana@b.com/a', '/a']) {
    expect(() => parseBuildSettings({ SITE_URL, VITE_API_URL }), SITE_URL).toThrow('SITE_URL must be an http');
  }
});
