export { owner } from 'owner-content/content.js';
