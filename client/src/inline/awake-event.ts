/** Sent to the document once React has taken over the page. */
export const AWAKE_EVENT = 'site:awake';
