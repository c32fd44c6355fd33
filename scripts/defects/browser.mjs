/** @type {import('../test-defects.mjs').Defect[]} */
export const browserDefects = [];
