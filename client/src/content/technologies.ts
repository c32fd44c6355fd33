export { technologies } from 'owner-content/content.js';
