import { expect, it } from 'vitest';
import { explainWrongNode } from './node-version.mjs';

it.each(['20.19.0', '20.20.2', '22.12.0', '22.22.1', '24.0.0', '26.1.0'])('lets Node %s through', (version) => {
  expect(explainWrongNode(version)).toBeUndefined();
});

it.each(['16.20.0', '18.20.8', '20.18.3', '21.7.3', '22.11.0', '23.11.0'])(
  'explains that Node %s is too old',
  (version) => {
    expect(explainWrongNode(version)).toMatch(
      /^This project needs Node .*20\.19\.0.*; this is Node \d+\.\d+\.\d+\. Install/,
    );
  },
);
