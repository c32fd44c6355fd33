export { technologies, technologyIcons } from 'owner-content/content.js';
