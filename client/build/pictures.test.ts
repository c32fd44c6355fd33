import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findFirstPictures } from './pictures.ts';

const DRAWINGS = ['cadastro-e-login', 'api-de-cadastro', 'projeto-artistico', 'pixel-art', 'projetos-futuros'];

function makeProjects(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    image: `/src/content/images/${DRAWINGS[index % DRAWINGS.length]}.svg`,
  }));
}

test('the pictures of the cards in sight are in the page, and no others', () => {
  const names = [...findFirstPictures(makeProjects(5))].map((file) => file.replace(/.*\//, ''));
  expect(names).toEqual(DRAWINGS.slice(0, 4).map((name) => `${name}.svg`));
});

test('the more cards there are, the fewer pictures are in the page, until only the words are', () => {
  const sizes = [5, 8, 10, 15].map((count) =>
    [...findFirstPictures(makeProjects(count))].reduce((sum, file) => sum + statSync(file).size, 0),
  );
  expect(sizes[0]).toBeLessThanOrEqual(4100);
  expect(sizes[1]).toBeLessThanOrEqual(2900);
  expect(sizes[2]).toBeLessThanOrEqual(2100);
  expect(sizes[2]).toBeGreaterThan(900);
  expect(sizes[3]).toBe(0);
});

test('a picture that is too large, or from nowhere, is not', () => {
  expect(findFirstPictures([{ image: '/previa.png' }, { image: 'https://example.com/a.png' }])).toEqual(new Set());
});
