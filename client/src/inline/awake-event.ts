/** Sent to the document once React has taken over the page, or has found that it cannot: nobody has to wait for it any longer. */
export const AWAKE_EVENT = 'site:awake';
