/** The site that the browser tests build: e-mail on, at a host that only their browser knows. */
export const E2E_SITE = {
  SITE_DIR: 'client/dist-e2e',
  CONTENT_DIR: 'client/sample-content',
  SITE_URL: 'https://exemplo.test',
  VITE_API_URL: '',
  VITE_EMAILJS_SERVICE_ID: 'service_teste',
  VITE_EMAILJS_TEMPLATE_ID: 'template_teste',
  VITE_EMAILJS_PUBLIC_KEY: 'chave_teste',
  VITE_EMAILJS_ORIGIN: 'http://emailjs.test',
  MESSAGE_RETENTION_DAYS: '',
};
